import type { Edit } from "../../document/edits/edit.ts";
import { isObject, type Json, type JsonObject, member, type Path } from "../../document/json.ts";
import { addTo } from "../../multimap.ts";
import { type ApprovalRecord, callsOf, readRecord } from "./approvals.ts";
import { objectAt, setMember } from "./change.ts";
import type { RunValue } from "./step.ts";

/** Decisions on single calls that go into `context.approvals` under a tool key. */
export interface Carried {
  readonly key: string;
  readonly approved: readonly string[];
  readonly rejected: readonly string[];
  readonly messages: JsonObject;
  /** Calls that are to ask, whatever stands there. */
  readonly open?: readonly string[];
}

/** The decisions on single calls of a record, sticky ones left out. */
export function singleCalls(key: string, decision: ApprovalRecord): Carried | undefined {
  const approved = callsOf(decision.approved);
  const rejected = callsOf(decision.rejected);
  if (approved.length === 0 && rejected.length === 0) return undefined;
  return { key, approved, rejected, messages: decision.messages };
}

/** The edits that put these decisions into the approvals of a run, each record written once. They win over what stands there
 * about the same call. A sticky side gives way to the single calls: that only narrows. */
export function carryEdits({ value, base }: RunValue, carried: readonly Carried[]): Edit[] {
  const context = objectAt(value, "context");
  if (context === undefined || carried.length === 0) return [];
  const approvals = objectAt(context, "approvals");
  const byKey = new Map<string, Carried[]>();
  for (const one of carried) {
    if (one.approved.length + one.rejected.length === 0 && objectAt(approvals, one.key) === undefined) continue;
    addTo(byKey, one.key, one);
  }
  const merged = [...byKey].map(([key, more]): [string, JsonObject] => [
    key,
    mergeInto(objectAt(approvals, key) ?? {}, more),
  ]);
  const at = [...base, "context"];
  if (merged.length === 0) return [];
  if (approvals === undefined) return [setMember(context, at, "approvals", Object.fromEntries(merged))];
  return merged.flatMap(([key, record]) => recordEdits(approvals, [...at, "approvals"], key, record));
}

/** What is carried about one call: the first that speaks of it counts. */
interface Verdict {
  readonly side: "approved" | "rejected" | "open";
  readonly text?: Json | undefined;
}

function verdictsOf(carried: readonly Carried[]): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  const say = (call: string, verdict: Verdict) => {
    if (!verdicts.has(call)) verdicts.set(call, verdict);
  };
  for (const { approved, rejected, messages, open } of carried) {
    for (const call of approved) say(call, { side: "approved" });
    for (const call of rejected) say(call, { side: "rejected", text: member(messages, call) });
    for (const call of open ?? []) say(call, { side: "open" });
  }
  return verdicts;
}

function mergeInto(record: JsonObject, carried: readonly Carried[]): JsonObject {
  const before = readRecord(record);
  const verdicts = verdictsOf(carried);
  const sideOf = (side: "approved" | "rejected"): Json => {
    const stays = callsOf(before[side]).filter((call) => (verdicts.get(call)?.side ?? side) === side);
    const known = new Set(stays);
    const added = [...verdicts].flatMap(([call, verdict]) => (verdict.side === side && !known.has(call) ? [call] : []));
    // No side stays `false`: beside single calls, releases up to 0.24.0 put a decision to come into a list only.
    return before[side] === true && added.length === 0 ? true : [...stays, ...added];
  };
  const next: JsonObject = { ...record, approved: sideOf("approved"), rejected: sideOf("rejected") };
  const texts = textsOf(before.messages, verdicts);
  if (Object.keys(texts).length > 0 || isObject(record.rejection_messages)) next.rejection_messages = texts;
  return next;
}

function textsOf(before: JsonObject, verdicts: ReadonlyMap<string, Verdict>): JsonObject {
  const left = Object.entries(before).filter(([call]) => !verdicts.has(call));
  const said = [...verdicts].flatMap(([call, { text }]): [string, Json][] =>
    text === undefined ? [] : [[call, text]],
  );
  return Object.fromEntries([...left, ...said]);
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

/** The edits that take these calls out of a record: its lists and its texts. */
export function forgetCalls(record: JsonObject, path: Path, calls: ReadonlySet<string>): Edit[] {
  const { approved, rejected, messages } = readRecord(record);
  const sides = Object.entries({ approved: callsOf(approved), rejected: callsOf(rejected) });
  const edits: Edit[] = sides.flatMap(([side, ids]): Edit[] => {
    const left = ids.filter((id) => !calls.has(id));
    return left.length === ids.length ? [] : [{ op: "replace", path: [...path, side], value: left }];
  });
  for (const id of calls) {
    if (Object.hasOwn(messages, id)) edits.push({ op: "remove", path: [...path, "rejection_messages", id] });
  }
  return edits;
}
