import { appendAll } from "../../append-all.ts";
import { addTo } from "../../multimap.ts";
import { idOfCall } from "../../python/calls.ts";
import { approvalKeysOf } from "./approval-keys.ts";
import type { KeptItem } from "./facts.ts";
import type { Run } from "./step.ts";

/** A call that waits for a decision, as one run lists it. */
interface Waiting {
  readonly item: KeptItem;
  readonly id: string;
  readonly keys: readonly string[];
  /** How often the run lists it, less the times that its nested runs do: they hand their calls on to the runs around. */
  times: number;
}

/** A run with the calls it lists, by `waitingKey`. */
export interface WaitingRun {
  readonly run: Run;
  readonly calls: ReadonlyMap<string, Waiting>;
}

/** One text for a call under a key of its tool. Ids are unique in one run only. */
export function waitingKey(key: string, id: string): string {
  return JSON.stringify([key, id]);
}

/** The run and those nested in it, outermost first. */
export function waitingRuns(run: Run): WaitingRun[] {
  const found: WaitingRun[] = [];
  const open = [run];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(waitingRun(next));
    appendAll(open, next.inner);
  }
  return found;
}

/** One run; of those nested in it only the ones directly inside matter. */
export function waitingRun(run: Run): WaitingRun {
  const calls = callsOf(run);
  for (const inner of run.inner) {
    for (const [call, { times }] of callsOf(inner)) {
      const listed = calls.get(call);
      if (listed !== undefined) listed.times -= times;
    }
  }
  return { run, calls };
}

function callsOf({ facts }: Run): Map<string, Waiting> {
  const calls = new Map<string, Waiting>();
  for (const item of facts.approvals) {
    const id = idOfCall(item.raw);
    if (id === null) continue;
    const keys = approvalKeysOf(item.data, item.raw);
    for (const key of keys) {
      const known = calls.get(waitingKey(key, id));
      if (known === undefined) calls.set(waitingKey(key, id), { item, id, keys, times: 1 });
      else known.times++;
    }
  }
  return calls;
}

/** Whether a run waits for a call itself, and not only a run inside it. */
export function isWaiter({ calls }: WaitingRun, call: string): boolean {
  return (calls.get(call)?.times ?? 0) > 0;
}

/** The calls that a run waits for itself, in its order. */
export function ownCallsOf({ calls }: WaitingRun): readonly Waiting[] {
  return [...calls.values()].filter(({ times }) => times > 0);
}

/** The runs that wait for a call themselves, by call. */
export function waitersOf<Waiter extends WaitingRun>(runs: readonly Waiter[]): Map<string, Waiter[]> {
  const waiters = new Map<string, Waiter[]>();
  for (const each of runs) {
    for (const call of each.calls.keys()) if (isWaiter(each, call)) addTo(waiters, call, each);
  }
  return waiters;
}
