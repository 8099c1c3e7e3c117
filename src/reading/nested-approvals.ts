import { isObject, type Json, type Path } from "../document/json.ts";
import { kindOf } from "../python/truth.ts";
import { at, type Pass, report } from "./pass.ts";
import type { ApprovalReading } from "./reading.ts";

/** The approvals that a nested run at `path` waits for are copied while the outer run loads (`get_interruptions`): one that cannot be
 * copied stops the outer run too. */
export function readCopies(outer: Pass, approvals: readonly ApprovalReading[], path: Path): void {
  for (const { raw, rawKey, path: within } of approvals) {
    const rawPath = [...path, ...within, rawKey];
    const fault = isObject(raw) ? notFinite(outer, raw, rawPath) : rawPath;
    const found = isObject(raw) ? "a number that is not finite" : kindOf(raw);
    if (fault !== null && report(outer, "nested-approval-not-copyable", fault, { found })) return;
  }
}

/** The place of the first NaN or infinity; an integer of any length is finite. */
function notFinite(pass: Pass, value: Json, path: Path): Path | null {
  if (typeof value === "number") {
    return Number.isFinite(value) || pass.document.isInteger(at(pass, path)) ? null : path;
  }
  if (typeof value !== "object" || value === null) return null;
  for (const key in value) {
    const step = Array.isArray(value) ? Number(key) : key;
    const fault = notFinite(pass, (value as Record<string, Json>)[key] as Json, [...path, step]);
    if (fault !== null) return fault;
  }
  return null;
}
