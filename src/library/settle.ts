import { UsageError } from "../errors.ts";
import { judgeCheckpoint } from "../judge-checkpoint.ts";
import type { Agents } from "../outlook/program/agents.ts";
import { chooseReader } from "../readers/choose.ts";
import type { Version } from "../readers/range.ts";
import { parseSession } from "../session/json-source.ts";
import { checkFitting, type OptionNames } from "../settle/fitting.ts";
import { breaksPairing } from "../settle/items/pairing.ts";
import { exits, faults, type SettleOptions, sessionKinds } from "../settle/options.ts";
import { pathsOf, type SettlePath } from "../settle/paths.ts";
import { settleRunOf } from "../settle/run/from-run.ts";
import { type SettleResult, settle as simulate } from "../settle/simulate.ts";
import {
  agents as agentsKind,
  agentsOf,
  checkOptions,
  flag,
  type OptionKind,
  oneOf,
  text as textKind,
  wholeFrom,
} from "./options.ts";
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

const decisions = ["approve", "reject", "none"];
const decisionsOfCalls = oneOf(["approve", "reject", "pause"]);

const kinds: Readonly<Record<keyof SettleSettings, OptionKind>> = {
  sdk: textKind,
  agents: agentsKind,
  // What it must be is said by `settle` itself: it is the one that has no default.
  session: { words: "a text or null", fits: () => true },
  decide: {
    words: `${decisions.join(", ")}, or a Map of call ids and approve, reject or pause`,
    fits: (value) =>
      oneOf(decisions).fits(value) || (value instanceof Map && [...value.values()].every(decisionsOfCalls.fits)),
  },
  exit: oneOf(exits),
  gate: flag,
  filterDrops: { words: "all, or a Set of call ids", fits: (value) => value === "all" || value instanceof Set },
  fault: oneOf(faults),
  outputs: { words: "a Map of call ids and texts", fits: (value) => value instanceof Map },
  kind: oneOf(sessionKinds),
  limit: wholeFrom(0),
};

const names: OptionNames = { decide: "decide", exit: "exit", filterDrops: "filterDrops", outputs: "outputs" };

/** What a resume would write to its session, step by step. Nothing is written. Pure; throws UsageError for a release that is not
 * known, for other options than it has and for calls that the run does not have, InputError for a text that is no session. */
export function settle(text: CheckpointText, settings: SettleSettings): Settlement {
  const checkpoint = readText(text);
  checkOptions("settle", settings, kinds);
  const { sdk, session, agents: given, decide = "none", kind = "sqlite", outputs = new Map(), ...rest } = settings;
  if (session !== null && typeof session !== "string")
    throw new UsageError("session is the JSON text of a session, or null for a resume without one");
  const reader = chooseReader(sdk);
  const agents = agentsOf(given);
  const run = settleRunOf(judgeCheckpoint(checkpoint, { reader, agents }), reader, agents);
  const options: SettleOptions = { ...rest, decide, kind, outputs };
  checkFitting(options, run, names);
  const store = session === null ? null : parseSession(session, "session");
  const result = simulate(run, options, store);
  return { ...result, sdk: reader.release, paths: pathsOf(run, options, store), breaksPairing: breaksPairing(result) };
}
