import { applyToValue } from "../../document/edits/apply-to-value.ts";
import { isObject, type Json, type JsonObject, member } from "../../document/json.ts";
import { addTo } from "../../multimap.ts";
import { idOfCall } from "../../python/calls.ts";
import { agentKey } from "../../reading/agents.ts";
import { approvalRecords, callsOf, readRecord } from "./approvals.ts";
import { type Carried, carryEdits, forgetCalls, singleCalls } from "./carry-decisions.ts";
import { note } from "./change.ts";
import type { Change, Run } from "./step.ts";
import { isWaiter, type WaitingRun, waitersOf, waitingKey, waitingRuns } from "./waiting-calls.ts";

/** 1.15 → 1.14, and again where hosted decisions have got their names (1.14 → 1.13): 0.19.4 looks for the decision on
 * an inner call in the approvals of the outermost run only; with it there the run resumes like a file of its own,
 * without it the inner call asks again. A decision that would then speak about the call of another run too is dropped. */
export function carryDecisionsOutward(run: Run): Change[] {
  if (run.outer !== undefined || run.inner.length === 0) return [];
  const runs = waitingRuns(run).map((each): SpeakingRun => ({ ...each, says: verdictsOf(each.run) }));
  const { shared, dead } = unfitCalls(runs);
  const isLeftOut = (each: WaitingRun, call: string) => shared.has(call) || (dead.has(call) && !isWaiter(each, call));
  const cleared = runs.flatMap((each) => clearedRecords(each, isLeftOut, dead));
  const clearing = cleared.flatMap(({ edits }) => edits);
  const value = clearing.length === 0 ? run.value : (applyToValue(run.value, clearing) as JsonObject);
  const inner = runs.slice(1);
  const edits = carryEdits(
    { value, base: run.base },
    inner.flatMap((each) => singleDecisions(each, isLeftOut)),
  );
  const moved: Change[] = [
    { rule: "nested-decision-moved-out", path: [...run.base, "context", "approvals"], args: {}, edits },
  ];
  return [...askedAgain(runs, shared), ...cleared, ...(edits.length === 0 ? [] : moved), ...unsentTexts(inner)];
}

/** 0.19.4 tells a nested run that its call is rejected, not with which words. */
function unsentTexts(inner: readonly SpeakingRun[]): Change[] {
  return inner.flatMap((each) =>
    [...each.calls].flatMap(([call, { item, id }]) =>
      isWaiter(each, call) && typeof each.says.get(call)?.text === "string"
        ? [note("nested-rejection-text-unsent", item.path, { id })]
        : [],
    ),
  );
}

/** `says`: the run's verdict on single calls; a rejection with its text. */
interface SpeakingRun extends WaitingRun {
  readonly says: ReadonlyMap<string, Verdict>;
}

interface Verdict {
  readonly approves: boolean;
  readonly text: Json;
}

type LeavesOut = (run: WaitingRun, call: string) => boolean;

/** `shared`: several runs wait for them and not all have decided alike. `dead`: a run that does not wait for them says something else about
 * them than the one that does; above, that counts for nothing (`nested-decision-ignored`). */
function unfitCalls(runs: readonly SpeakingRun[]): { shared: ReadonlySet<string>; dead: ReadonlySet<string> } {
  const shared = new Set<string>();
  const dead = new Set<string>();
  const speakers = speakersOf(runs);
  for (const [call, waiting] of waitersOf(runs)) {
    const [first, ...others] = waiting.map(({ says }) => says.get(call));
    const speaking = speakers.get(call) ?? [];
    if (others.length > 0 && (first === undefined || others.some((other) => other?.approves !== first.approves)))
      shared.add(call);
    else if (speaking.some((each) => !isWaiter(each, call) && contradicts(each.says.get(call), first))) dead.add(call);
  }
  return { shared, dead };
}

/** The runs that say something about a call, by call. */
function speakersOf(runs: readonly SpeakingRun[]): ReadonlyMap<string, readonly SpeakingRun[]> {
  const speakers = new Map<string, SpeakingRun[]>();
  for (const each of runs) for (const call of each.says.keys()) addTo(speakers, call, each);
  return speakers;
}

function contradicts(said: Verdict | undefined, counts: Verdict | undefined): boolean {
  return said !== undefined && (said.approves !== counts?.approves || said.text !== counts.text);
}

/** What a run says about single calls. */
function verdictsOf(run: Run): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const [key, record] of approvalRecords(run)) {
    const { approved, rejected, messages } = readRecord(record);
    for (const id of callsOf(approved)) verdicts.set(waitingKey(key, id), { approves: true, text: null });
    for (const id of callsOf(rejected))
      verdicts.set(waitingKey(key, id), { approves: false, text: member(messages, id) ?? null });
  }
  return verdicts;
}

function singleDecisions(each: SpeakingRun, isLeftOut: LeavesOut): Carried[] {
  return [...approvalRecords(each.run)].flatMap(([key, record]) => {
    const decision = readRecord(record);
    const isOwn = (id: string) => !isLeftOut(each, waitingKey(key, id));
    const approved = callsOf(decision.approved).filter(isOwn);
    const rejected = callsOf(decision.rejected).filter(isOwn);
    return singleCalls(key, { ...decision, approved, rejected }) ?? [];
  });
}

/** Takes calls out of a run's decisions, record by record. */
function clearedRecords(each: SpeakingRun, isLeftOut: LeavesOut, dead: ReadonlySet<string>): Change[] {
  return [...approvalRecords(each.run)].flatMap(([key, record, path]): Change[] => {
    const { approved, rejected } = readRecord(record);
    const gone = [...callsOf(approved), ...callsOf(rejected)].filter((id) => isLeftOut(each, waitingKey(key, id)));
    if (gone.length === 0) return [];
    const edits = forgetCalls(record, path, new Set(gone));
    const isDead = gone.some((id) => dead.has(waitingKey(key, id)));
    return [{ rule: isDead ? "outer-decision-dropped" : "shared-decision-dropped", path, args: { tool: key }, edits }];
  });
}

function askedAgain(runs: readonly SpeakingRun[], shared: ReadonlySet<string>): Change[] {
  return runs.flatMap((each) =>
    [...each.calls].flatMap(([call, { item, id }]) =>
      shared.has(call) && isWaiter(each, call) ? [note("nested-decision-shared", item.path, { id })] : [],
    ),
  );
}

/** 1.15 → 1.14, an agent that is its own tool: the outer run takes the nested run's call for its own as well, and 0.19.4 runs it twice. */
export function refuseOwnAgent(run: Run): Change[] {
  if (run.outer !== undefined || run.inner.length === 0) return [];
  const [first] = waitingRuns(run).flatMap((each) => {
    const current = agentKey(member(each.run.value, "current_agent"));
    return [...each.calls].flatMap(([call, { item, id }]) => {
      const { data, raw } = item;
      const runs = isObject(raw) && (raw.type === "function_call" || raw.type === "custom_tool_call");
      return runs && !isWaiter(each, call) && current !== null && agentKey(data.agent) === current
        ? [{ item, id }]
        : [];
    });
  });
  return first === undefined ? [] : [note("own-agent-below-1-15", first.item.path, { id: first.id })];
}

/** 1.13 → 1.12: where another call of the tool stands outside, 0.19.4 lets neither run, and asks for ever; 0.18.3 has no such check and runs the
 * nested run's call twice. */
export function refuseBlockedCall({ outer, facts }: Run): Change[] {
  const blocking = outer === undefined ? facts.blocking : undefined;
  return blocking === undefined
    ? []
    : [note("own-agent-below-1-15", blocking.path, { id: idOfCall(blocking.raw) ?? "" })];
}
