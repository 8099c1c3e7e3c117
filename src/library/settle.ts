import { UsageError } from "../errors.ts";
import { judgeCheckpoint } from "../judge-checkpoint.ts";
import type { Agents } from "../outlook/agents.ts";
import { chooseReader } from "../readers/choose.ts";
import type { Version } from "../readers/range.ts";
import { parseSession } from "../session/json-source.ts";
import { settleRunOf } from "../settle/from-run.ts";
import type { SettleOptions } from "../settle/options.ts";
import { breaksPairing } from "../settle/pairing.ts";
import { pathsOf, type SettlePath } from "../settle/paths.ts";
import { type SettleResult, settle as simulate } from "../settle/simulate.ts";
import { type CheckpointText, readText } from "./reading.ts";

export interface SettleSettings extends Partial<Omit<SettleOptions, "outputs">> {
  /** A release of openai-agents; absent: the newest that is known. */
  readonly sdk?: Version;
  /** The program's agents: what they have and lack decides how the resume goes. */
  readonly agents?: Agents;
  /** The session as JSON text: a list of items, or `{"session_id": …, "items": […]}`; null: the resume has none. */
  readonly session: string | null;
  /** What calls return, by call id; else a placeholder. */
  readonly outputs?: ReadonlyMap<string, string>;
}

export interface Settlement extends SettleResult {
  readonly sdk: Version;
  /** What may follow; empty when `exit` is given. */
  readonly paths: readonly SettlePath[];
  /** The settle brings items that an API that insists on pairs would refuse. */
  readonly breaksPairing: boolean;
}

/** What a resume would write to its session, step by step. Nothing is written. Pure; throws UsageError for a release that is not
 * known, InputError for a text that is no session. */
export function settle(text: CheckpointText, settings: SettleSettings): Settlement {
  const { sdk, session, agents, decide = "none", kind = "sqlite", outputs = new Map(), ...rest } = settings;
  if (session !== null && typeof session !== "string")
    throw new UsageError("session is the JSON text of a session, or null for a resume without one");
  const reader = chooseReader(sdk);
  const judged = agents === undefined ? { reader } : { reader, agents };
  const run = settleRunOf(judgeCheckpoint(readText(text), judged), reader, agents);
  const options: SettleOptions = { ...rest, decide, kind, outputs };
  const store = session === null ? null : parseSession(session, "session");
  const result = simulate(run, options, store);
  const paths = options.exit === undefined ? pathsOf(run, options, store) : [];
  return { ...result, sdk: reader.release, paths, breaksPairing: breaksPairing(result) };
}
