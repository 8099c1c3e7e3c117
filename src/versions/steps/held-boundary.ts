import { isObject, type Json, type JsonObject, member } from "../../document/json.ts";
import { callKey, callKeyOf, isCallType, outputIdentity } from "../../python/calls.ts";
import { listAt, note, objectAt, objectsIn } from "./change.ts";
import type { Change, Run } from "./step.ts";

/** draft-1.18 → 1.18 on the way to 1.19, which demands `current_response`: where in the held batch the items of the
 * paused response begin. Only a boundary that the file proves is written: every held item belongs either to the
 * last model response or to earlier ones, those of the last one stand together at the end, and every call that
 * waits for a decision is among them. */
export function proveHeldBoundary(run: Run): Change[] {
  const write = objectAt(run.value, "pending_session_write");
  if (write === undefined || member(write, "held") !== true || Object.hasOwn(write, "current_response")) return [];
  const path = [...run.base, "pending_session_write"];
  const items = listAt(write, "items");
  const turn = member(run.value, "current_turn");
  const start = boundaryOf(run, items);
  if (typeof start === "string" || typeof turn !== "number" || !Number.isInteger(turn)) {
    return [note("held-boundary-unproven", path, { missing: typeof start === "string" ? start : "the current turn" })];
  }
  const value = { turn, start };
  return [
    {
      rule: "held-boundary-proven",
      path,
      args: { turn, start },
      edits: [{ op: "add", path: [...path, "current_response"], value }],
    },
  ];
}

/** Where the current response begins in the batch, or what is missing to say so. */
function boundaryOf(run: Run, items: readonly Json[]): number | string {
  const responses = [...objectsIn(listAt(run.value, "model_responses"))].map(([response]) => response);
  const last = responses.at(-1);
  if (last === undefined) return "the model response that paused";
  const current = namesOf([last]);
  const earlier = namesOf(responses.slice(0, -1));
  // Input is never held: with a single response every held item is its own or answers it.
  const isOnly = responses.length === 1;
  const sides = items.map((item) => (isOnly ? "current" : sideOf(item, current, earlier)));
  const start = sides.indexOf("current");
  if (sides.includes("unknown")) return "the response of each held item";
  if (start < 0) return "a held item of the paused response";
  if (sides.slice(start).includes("earlier")) return "an order in which the paused response comes last";
  const held = new Set(items.slice(start).map((item) => nameOf(item)));
  const open = run.facts.approvals.map(({ raw }) => nameOf(raw));
  return open.every((name) => name !== undefined && held.has(name)) ? start : "the call that waits for a decision";
}

function sideOf(
  item: Json,
  current: ReadonlySet<string>,
  earlier: ReadonlySet<string>,
): "current" | "earlier" | "unknown" {
  const name = nameOf(item);
  if (name === undefined || current.has(name) === earlier.has(name)) return "unknown";
  return current.has(name) ? "current" : "earlier";
}

function namesOf(responses: readonly JsonObject[]): Set<string> {
  const names = new Set<string>();
  for (const response of responses) {
    for (const item of listAt(response, "output")) {
      const name = nameOf(item);
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}

/** What tells an item from others: a call and its output share theirs. */
function nameOf(item: Json): string | undefined {
  const call = outputIdentity(item) ?? callKeyOf(item);
  if (call !== null) return callKey(call);
  // Of a call without a usable id nothing else tells which it is.
  const id = isObject(item) && !isCallType(item.type) ? member(item, "id") : undefined;
  return typeof id === "string" && id !== "" ? `id ${id}` : undefined;
}
