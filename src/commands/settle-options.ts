import { isObject, type Json } from "../document/json.ts";
import { UsageError } from "../errors.ts";
import { callIdOf } from "../settle/answers.ts";
import {
  type Exit,
  exits,
  type Fault,
  faults,
  type SessionKind,
  type SettleOptions,
  sessionKinds,
} from "../settle/options.ts";
import type { Approval, Decision, SettleRun } from "../settle/run.ts";
import type { CommonOptions } from "./command.ts";

/** The options of `settle` as the command line gives them. */
export interface SettleArgs extends CommonOptions {
  readonly session?: string;
  readonly sessionKind?: string;
  readonly sessionLimit?: number;
  readonly table?: string;
  readonly decide?: string;
  readonly then?: string;
  readonly gate?: string;
  readonly filterDrops?: string;
  readonly fault?: string;
  readonly toolOutput?: readonly string[];
}

/** Throws UsageError, also for a decision on a call that the run does not wait for. */
export function settleOptionsOf(args: SettleArgs, run: SettleRun): SettleOptions {
  return {
    decide: args.decide === undefined ? "none" : decisions(args.decide, run),
    exit: args.then === undefined ? undefined : oneOf<Exit>("--then", args.then, exits),
    gate: args.gate === undefined ? undefined : oneOf("--gate", args.gate, ["on", "off"]) === "on",
    filterDrops: args.filterDrops === undefined ? undefined : dropsOf(args.filterDrops, args.then, run),
    fault: args.fault === undefined ? undefined : oneOf<Fault>("--fault", args.fault, faults),
    outputs: new Map((args.toolOutput ?? []).map((text) => outputOf(text, run))),
    kind:
      args.sessionKind === undefined ? "sqlite" : oneOf<SessionKind>("--session-kind", args.sessionKind, sessionKinds),
    limit: args.sessionLimit,
  };
}

function oneOf<Word extends string>(option: string, word: string, words: readonly Word[]): Word {
  const found = words.find((known) => known === word);
  if (found !== undefined) return found;
  throw new UsageError(`${option} takes ${words.join(", ")}, not ${JSON.stringify(word)}`);
}

function outputOf(text: string, run: SettleRun): [string, string] {
  const at = text.indexOf("=");
  if (at <= 0) throw new UsageError(`--tool-output is written CALL_ID=TEXT, not ${JSON.stringify(text)}`);
  const id = text.slice(0, at);
  checkId("--tool-output", id, answeredIds(run), run);
  return [id, text.slice(at + 1)];
}

/** What `--then` says of a run that hands over: the limit, or a message of the agent that took over, can end it. */
const behindHandoff: ReadonlySet<string> = new Set<Exit>(["handoff", "final-message", "max-turns"]);

function dropsOf(text: string, exit: string | undefined, run: SettleRun): SettleOptions["filterDrops"] {
  if (exit === undefined || !behindHandoff.has(exit))
    throw new UsageError("--filter-drops belongs to --then handoff: only its filter drops calls");
  if (text === "all") return "all";
  const ids = text.split(",");
  const known = [...answeredIds(run), ...[...run.response, ...run.outputs].map(({ item }) => idOf(item.value))];
  for (const id of ids) checkId("--filter-drops", id, known, run);
  return new Set(ids);
}

/** The calls that get an output when the run resumes. */
function answeredIds({ approvals, handoffs }: SettleRun): string[] {
  const nested = approvals.flatMap(({ nestedIn }) => nestedIn.map(callIdOf));
  return [...approvals.map(({ id }) => id), ...nested, ...handoffs.map(callIdOf)];
}

function idOf(item: Json): string {
  return isObject(item) ? callIdOf(item) : "";
}

/** Of a refused checkpoint no call is known. */
function checkId(option: string, id: string, known: readonly string[], { refusal }: SettleRun): void {
  if (refusal !== null || (id !== "" && known.includes(id))) return;
  const names = [...new Set(known)].filter((name) => name !== "").map((name) => JSON.stringify(name));
  throw new UsageError(`${option}: the run answers no call ${JSON.stringify(id)}, but ${names.join(", ") || "none"}`);
}

function decisions(text: string, run: SettleRun): SettleOptions["decide"] {
  if (text === "approve" || text === "reject" || text === "none") return text;
  const decided = new Map<string, Decision | "pause">();
  const known = new Map(decidable(run).map((approval) => [approval.id, approval]));
  for (const part of text.split(",")) {
    // Ids may hold a "=": the last one parts.
    const at = part.lastIndexOf("=");
    if (at <= 0)
      throw new UsageError(`--decide takes approve, reject, none or CALL_ID=approve,…, not ${JSON.stringify(text)}`);
    const id = part.slice(0, at);
    const approval = known.get(id);
    if (run.refusal === null && approval === undefined) throw notOpen(id, run);
    const word = oneOf<Decision | "pause">("--decide CALL_ID=…", part.slice(at + 1), ["approve", "reject", "pause"]);
    if (word === "pause" && approval?.runsAgent === false && approval.nestedIn.length === 0)
      throw new UsageError(`--decide: call ${JSON.stringify(id)} runs no agent that could pause`);
    decided.set(id, word);
  }
  return decided;
}

/** A callback's answer can be said in the same way. */
function decidable(run: SettleRun): readonly Approval[] {
  return [...run.approvals, ...run.callbacks];
}

function notOpen(id: string, run: SettleRun): UsageError {
  const open = decidable(run)
    .map((approval) => JSON.stringify(approval.id))
    .join(", ");
  return new UsageError(`the run waits for no call ${JSON.stringify(id)}: open are ${open || "none"}`);
}
