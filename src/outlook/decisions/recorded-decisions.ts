import { addTo } from "../../multimap.ts";
import type { RunReading } from "../../reading/reading.ts";
import { type Decision, decisionsOf, type PendingCall } from "./decisions.ts";

/** Decisions by what they are asked for, each with its place in the file. */
interface Recorded {
  /** By call id, and those for all calls by `stickyKey`. */
  readonly speaking: ReadonlyMap<string, readonly Ranked[]>;
  /** By `fitKey`: the only ones that can count for a call. */
  readonly fitting: ReadonlyMap<string, readonly Ranked[]>;
}

interface Ranked {
  readonly rank: number;
  readonly decision: Decision;
}

/** More objections to the decisions on one call are not kept: thousands of owners may have decided about its tool. */
export const mostObjections = 50;

/** The decisions of one level that speak about a call, in file order; of those that cannot count no more than are kept as objections. */
export function decisionsAbout(run: RunReading): (call: PendingCall) => Decision[] {
  const recorded = recordedOf(run);
  return (call) => speakingOf(recorded, call);
}

function recordedOf(run: RunReading): Recorded {
  const speaking = new Map<string, Ranked[]>();
  const fitting = new Map<string, Ranked[]>();
  for (const [rank, decision] of decisionsOf(run).entries()) {
    const ranked = { rank, decision };
    const fit = fitKey(decision, decision.owner, decision.callId, decision.verdict);
    // A list that names one id again and again.
    if ((fitting.get(fit)?.length ?? 0) >= mostObjections) continue;
    addTo(fitting, fit, ranked);
    addTo(speaking, decision.callId === null ? stickyKey(decision) : `call ${decision.callId}`, ranked);
  }
  return { speaking, fitting };
}

type Asked = Pick<Decision, "store" | "key">;

function stickyKey({ store, key }: Asked): string {
  return store === "hosted" ? `hosted ${key}` : `tool ${key}`;
}

function fitKey({ store, key }: Asked, owner: string | null, callId: string | null, verdict: string): string {
  return JSON.stringify([store, key, owner, callId, verdict]);
}

function speakingOf({ speaking, fitting }: Recorded, call: PendingCall): Decision[] {
  if (speaking.size === 0) return [];
  const asked = askedFor(call);
  const ids = call.callId === null ? [null] : [call.callId, null];
  const found = new Set(
    asked.flatMap((one) =>
      ids.flatMap((id) =>
        ["approved", "rejected"].flatMap(
          (verdict) => fitting.get(fitKey(one, one.store === "owned" ? call.agent : null, id, verdict)) ?? [],
        ),
      ),
    ),
  );
  const most = mostObjections + found.size;
  const about = new Set(asked.map(stickyKey));
  if (call.callId !== null) about.add(`call ${call.callId}`).add(stickyKey({ store: "by-name", key: call.callId }));
  for (const key of about) for (const ranked of (speaking.get(key) ?? []).slice(0, most)) found.add(ranked);
  return [...found]
    .sort((a, b) => a.rank - b.rank)
    .map(({ decision }) => decision)
    .filter((decision) => decision.callId !== null || !isOfNamesake(call, decision));
}

/** Where the decisions that can count for a call stand. */
function askedFor({ keys, hosted }: PendingCall): Asked[] {
  const asked = keys.flatMap((key): Asked[] => [
    { store: "by-name", key },
    { store: "owned", key },
  ]);
  if (hosted !== null) asked.push(hosted === "" ? { store: "request", key: "" } : { store: "hosted", key: hosted });
  return asked;
}

/** A decision for all calls of a function tool says nothing of another kind of call by that name: only function calls have owners
 * (`_function_approval_key`), and one by name with a scope was not taken about a server's tool, which has its own place since then. */
function isOfNamesake({ kind, hosted }: PendingCall, { store, scope }: Decision): boolean {
  if (store === "owned") return kind !== "function_call";
  return store === "by-name" && hosted !== null && scope !== null;
}
