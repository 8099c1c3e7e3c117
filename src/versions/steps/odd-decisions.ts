import type { Edit } from "../../document/edits/edit.ts";
import { isObject, member } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import { edit } from "./change.ts";
import type { Change, Run } from "./step.ts";

/** 1.11 → 1.10: readers since 0.17.3 take a decision that is neither a boolean nor a list for none. Older ones look for a call id in
 * whatever stands there (in a string that is a search for a part of it) or raise: written down as the none that it means. */
export function emptyOddDecisions(run: Run): Change[] {
  const approvals = valueAt(run.value, ["context", "approvals"]);
  if (approvals === undefined) return [];
  const path = [...run.base, "context", "approvals"];
  const say = (change: Edit) => edit("odd-decision-emptied", change);
  if (!isObject(approvals)) return [say({ op: "replace", path, value: {} })];
  return Object.entries(approvals).flatMap(([key, record]) => {
    if (!isObject(record)) return [say({ op: "remove", path: [...path, key] })];
    return ["approved", "rejected"].flatMap((side) => {
      const value = member(record, side);
      const fits = value === undefined || typeof value === "boolean" || Array.isArray(value);
      return fits ? [] : [say({ op: "replace", path: [...path, key, side], value: [] })];
    });
  });
}
