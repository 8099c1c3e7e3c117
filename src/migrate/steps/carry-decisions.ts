import type { Edit } from "../../document/edit.ts";
import { isObject, type Json, type JsonObject, member, type Path } from "../../document/json.ts";
import { objectAt, setMember } from "../change.ts";

import { callsOf, type Decision, readDecision } from "./approvals.ts";

/** Decisions on single calls that go into `context.approvals` under a tool key. */
export interface Carried {
  readonly key: string;
  readonly approved: readonly string[];
  readonly rejected: readonly string[];
  readonly messages: JsonObject;
}

/** The decisions on single calls of a record, sticky ones left out. */
export function singleCalls(key: string, decision: Decision): Carried | undefined {
  const approved = callsOf(decision.approved);
  const rejected = callsOf(decision.rejected);
  if (approved.length === 0 && rejected.length === 0) return undefined;
  return { key, approved, rejected, messages: decision.messages };
}

/** The edits that put these decisions into the approvals of the run at `base`, each record written once. A call that
 * is decided already keeps its decision. A sticky side gives way to the single calls: that only narrows. */
export function carryEdits(state: JsonObject, base: Path, carried: readonly Carried[]): Edit[] {
  const context = objectAt(state, "context");
  if (context === undefined || carried.length === 0) return [];
  const approvals = objectAt(context, "approvals");
  const merged = new Map<string, JsonObject>();
  for (const one of carried) {
    const before = merged.get(one.key) ?? recordAt(approvals, one.key);
    merged.set(one.key, mergeInto(before, one));
  }
  const at = [...base, "context"];
  if (approvals === undefined) return [setMember(context, at, "approvals", Object.fromEntries(merged))];
  return [...merged].flatMap(([key, record]) => recordEdits(approvals, [...at, "approvals"], key, record));
}

function recordAt(approvals: JsonObject | undefined, key: string): JsonObject {
  return objectAt(approvals, key) ?? {};
}

function mergeInto(record: JsonObject, { approved, rejected, messages }: Carried): JsonObject {
  const before = readDecision(record);
  const decided = new Set([...callsOf(before.approved), ...callsOf(before.rejected)]);
  const next: JsonObject = {
    ...record,
    approved: union(before.approved, approved, decided),
    rejected: union(before.rejected, rejected, decided),
  };
  const texts = Object.entries(messages).filter(([call]) => rejected.includes(call) && !decided.has(call));
  if (texts.length > 0) next.rejection_messages = { ...before.messages, ...Object.fromEntries(texts) };
  return next;
}

function union(side: boolean | readonly string[], more: readonly string[], decided: ReadonlySet<string>): Json {
  if (typeof side === "boolean" && more.length === 0) return side;
  return [...callsOf(side), ...more.filter((call) => !decided.has(call))];
}

/** A record that is there is edited member by member: its other members keep their text. */
function recordEdits(approvals: JsonObject, at: Path, key: string, record: JsonObject): Edit[] {
  const before = member(approvals, key);
  if (!isObject(before)) return [setMember(approvals, at, key, record)];
  return Object.entries(record)
    .filter(([name, value]) => !same(member(before, name), value))
    .map(([name, value]) => setMember(before, [...at, key], name, value));
}

function same(a: Json | undefined, b: Json): boolean {
  return a === b || (a !== undefined && JSON.stringify(a) === JSON.stringify(b));
}
