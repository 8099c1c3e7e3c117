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
  const byKey = new Map<string, Carried[]>();
  for (const one of carried) {
    const ofKey = byKey.get(one.key);
    if (ofKey === undefined) byKey.set(one.key, [one]);
    else ofKey.push(one);
  }
  const merged = [...byKey].map(([key, more]): [string, JsonObject] => [
    key,
    mergeInto(recordAt(approvals, key), more),
  ]);
  const at = [...base, "context"];
  if (approvals === undefined) return [setMember(context, at, "approvals", Object.fromEntries(merged))];
  return merged.flatMap(([key, record]) => recordEdits(approvals, [...at, "approvals"], key, record));
}

function recordAt(approvals: JsonObject | undefined, key: string): JsonObject {
  return objectAt(approvals, key) ?? {};
}

/** The record with the decisions made one after the other: each counts for calls that nothing before it decides. */
function mergeInto(record: JsonObject, carried: readonly Carried[]): JsonObject {
  const before = readDecision(record);
  const approved = [...callsOf(before.approved)];
  const rejected = [...callsOf(before.rejected)];
  const decided = new Set([...approved, ...rejected]);
  const texts = new Map<string, Json>();
  for (const one of carried) {
    const runs = one.approved.filter((call) => !decided.has(call));
    const stays = one.rejected.filter((call) => !decided.has(call));
    for (const call of runs) approved.push(call);
    for (const call of stays) rejected.push(call);
    for (const call of [...runs, ...stays]) decided.add(call);
    takeTexts(texts, one.messages, new Set(stays));
  }
  const next: JsonObject = {
    ...record,
    approved: carried.some((one) => one.approved.length > 0) ? approved : kept(before.approved),
    rejected: carried.some((one) => one.rejected.length > 0) ? rejected : kept(before.rejected),
  };
  if (texts.size > 0) next.rejection_messages = { ...before.messages, ...Object.fromEntries(texts) };
  return next;
}

function takeTexts(texts: Map<string, Json>, messages: JsonObject, calls: ReadonlySet<string>): void {
  for (const [call, text] of Object.entries(messages)) if (calls.has(call)) texts.set(call, text);
}

/** No side stays `false`: beside single calls, releases up to 0.24.0 put a decision to come into a list only. */
function kept(side: boolean | readonly string[]): Json {
  return side === true ? true : [...callsOf(side)];
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
