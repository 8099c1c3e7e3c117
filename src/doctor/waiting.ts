import { isObject, type Path } from "../document/json.ts";
import { pointerOf } from "../document/pointer.ts";
import { pendingCallOf } from "../outlook/decisions/decisions.ts";
import { nestedCallIds } from "../outlook/decisions/waiting-calls.ts";
import type { RunReading } from "../reading/reading.ts";
import { callIdsOf } from "../reading/run/call-ids.ts";
import { isInterrupted } from "../reading/run/interruption.ts";
import { queuedActions, queuedFunctions } from "../reading/run/queued.ts";
import { type RawItem, textOf, untexted } from "../session/raw-item.ts";
import { dedupeKeyOf } from "../settle/items/clean.ts";
import { answerKeyOf, type Places } from "./session-items.ts";
import type { SessionView } from "./session-view.ts";

/** A call of the paused response that the resume answers. */
export interface Waiting {
  readonly callId: string;
  readonly path: Path;
  readonly item: RawItem;
  /** It waits for no decision of its own, only until nothing else waits. */
  readonly isHandoff: boolean;
}

/** The calls of the paused response that the resume answers: those that wait for their own approval, or for one inside of the run that they
 * began, and the handoffs beside them. */
export function waitingCalls(run: RunReading, view: SessionView): Waiting[] {
  if (!isInterrupted(run)) return [];
  const own = new Set(view.run.approvals.filter(({ nestedIn }) => nestedIn.length === 0).map(({ id }) => id));
  // An approval that was edited is none of the nested run's any more, but its call is not of this level for that.
  const inside = nestedCallIds(run);
  const made = inside.size === 0 ? new Set() : callIdsOf(run.state);
  const isInside = (id: string) => inside.has(id) && !made.has(id);
  const around = new Set(view.run.approvals.flatMap(({ nestedIn }) => nestedIn));
  return [
    ...run.step.approvals.flatMap((approval) => {
      const { callId } = pendingCallOf(approval);
      if (callId === null || !own.has(callId) || isInside(callId)) return [];
      const path = [...run.base, ...approval.rawPath];
      return [{ callId, path, item: untexted(approval.raw), isHandoff: false }];
    }),
    ...queuedFunctions(run).flatMap(({ call, path }) => {
      if (!around.has(call) || typeof call.call_id !== "string") return [];
      const place = [...run.base, ...path, "tool_call"];
      return [{ callId: call.call_id, path: place, item: untexted(call), isHandoff: false }];
    }),
    ...waitingHandoffs(run, view),
  ];
}

export function idsOf(waiting: readonly Waiting[]): string[] {
  return waiting.map(({ callId }) => callId);
}

export function placeOfId({ path, item }: Waiting): string {
  return pointerOf([...path, textOf(item, "call_id") === undefined ? "id" : "call_id"]);
}

function waitingHandoffs(run: RunReading, view: SessionView): Waiting[] {
  return queuedActions(run).flatMap(({ call, callPath }) => {
    if (!view.run.handoffs.includes(call) || typeof call.call_id !== "string") return [];
    return [{ callId: call.call_id, path: [...run.base, ...callPath], item: untexted(call), isHandoff: true }];
  });
}

/** Those that the session has the output of: an older copy of the checkpoint still waits for them. */
export function answeredAlready(waiting: readonly Waiting[], places: Places, view: SessionView): Waiting[] {
  return waiting.filter(({ item }) => isAnswered(item, places, view));
}

/** Whether the session has the output of this very call: an older turn may have used its id, with a pair of its own. */
function isAnswered(item: RawItem, places: Places, { items }: SessionView): boolean {
  const output = places.get(answerKeyOf(item) ?? "")?.at(-1);
  if (output === undefined) return false;
  const call = places.get(dedupeKeyOf(item) ?? "")?.at(-1);
  return call === undefined || (call < output && asksAlike(items[call], item));
}

function asksAlike(stored: RawItem | undefined, { value }: RawItem): boolean {
  if (stored === undefined || !isObject(stored.value) || !isObject(value)) return true;
  const { name, arguments: given } = stored.value;
  return name === value.name && given === value.arguments;
}
