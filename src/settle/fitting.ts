import { isObject, type Json } from "../document/json.ts";
import { UsageError } from "../errors.ts";
import type { Exit, SettleOptions } from "./options.ts";
import type { Approval, SettleRun } from "./run/run.ts";
import { askedIdOf } from "./turn/answers.ts";

/** How a caller names the options of `SettleOptions`: `--filter-drops`, or `filterDrops`. */
export type OptionNames = Readonly<Record<"decide" | "exit" | "filterDrops" | "outputs", string>>;

/** What `exit` says of a run that hands over: the limit, or a message of the agent that took over, can end it. */
const behindHandoff: ReadonlySet<Exit | undefined> = new Set<Exit>(["handoff", "final-message", "max-turns"]);

/** Throws UsageError for options that say something of calls that this run does not have: a misspelt id would have no effect, and nobody
 * would notice. Of a refused checkpoint no call is known. */
export function checkFitting(options: SettleOptions, run: SettleRun, names: OptionNames): void {
  const { decide, exit, filterDrops, outputs } = options;
  if (filterDrops !== undefined && !behindHandoff.has(exit))
    throw new UsageError(`${names.filterDrops} belongs to ${names.exit} handoff: only its filter drops calls`);
  if (run.refusal !== null) return;
  if (typeof decide !== "string") checkDecisions(decide, run, names);
  const answered = answeredIds(run);
  for (const id of outputs.keys()) checkId(names.outputs, id, answered);
  if (filterDrops === undefined || filterDrops === "all") return;
  const items = [...run.response, ...run.outputs].map(({ item }) => idOf(item.value));
  for (const id of filterDrops) checkId(names.filterDrops, id, [...answered, ...items]);
}

function checkDecisions(
  decide: Exclude<SettleOptions["decide"], string>,
  run: SettleRun,
  { decide: name }: OptionNames,
): void {
  const known = new Map(decidable(run).map((approval) => [approval.id, approval]));
  const around = new Set(run.approvals.flatMap(({ nestedIn }) => nestedIn.map(askedIdOf)));
  for (const [id, word] of decide) {
    if (word === "pause" && around.has(id)) continue;
    const approval = known.get(id);
    if (approval === undefined) throw notOpen(id, [...known.keys()]);
    if (word === "pause" && !approval.runsAgent && approval.nestedIn.length === 0)
      throw new UsageError(`${name}: call ${JSON.stringify(id)} runs no agent that could pause`);
  }
}

/** A callback's answer can be said in the same way. */
function decidable(run: SettleRun): readonly Approval[] {
  return [...run.approvals, ...run.callbacks];
}

function notOpen(id: string, known: readonly string[]): UsageError {
  return new UsageError(`the run waits for no call ${JSON.stringify(id)}: open are ${listed(known)}`);
}

/** The calls that get an output when the run resumes. */
function answeredIds({ approvals, callbacks, handoffs, hurdles }: SettleRun): string[] {
  const nested = approvals.flatMap(({ nestedIn }) => nestedIn);
  return [
    ...[...approvals, ...callbacks].map(({ id }) => id),
    ...[...nested, ...handoffs, ...hurdles.rerun].map(askedIdOf),
  ];
}

function idOf(item: Json): string {
  return isObject(item) ? askedIdOf(item) : "";
}

function checkId(option: string, id: string, known: readonly string[]): void {
  if (id !== "" && known.includes(id)) return;
  throw new UsageError(`${option}: the run answers no call ${JSON.stringify(id)}, but ${listed(known)}`);
}

function listed(ids: readonly string[]): string {
  const names = [...new Set(ids)].filter((id) => id !== "").map((id) => JSON.stringify(id));
  return names.join(", ") || "none";
}
