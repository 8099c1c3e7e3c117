import { isObject, type Json, type JsonObject, type Path } from "../../document/json.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { at, type Pass, report } from "../pass.ts";
import type { ApprovalReading } from "../reading.ts";
import { isAccepted } from "../values.ts";

/** The approvals that a nested run at `path` waits for are copied while the outer run loads (`get_interruptions`): one that cannot be
 * copied stops the outer run too. */
export function readCopies(outer: Pass, approvals: readonly ApprovalReading[], path: Path): void {
  for (const { raw, rawPath: within } of approvals) {
    const rawPath = [...path, ...within];
    const fault = copyFault(outer, raw, rawPath);
    if (fault !== null && report(outer, "nested-approval-not-copyable", fault.at, { found: fault.found })) return;
  }
}

function copyFault(pass: Pass, raw: Json, path: Path): { at: Path; found: string } | null {
  if (!isObject(raw)) return { at: path, found: kindOf(raw) };
  if (hidesField(pass, raw, path))
    return { at: [...path, "async_"], found: "the key async_, the SDK's own name of async" };
  const place = notFinite(pass, raw, path);
  return place === null ? null : { at: place, found: "a number that is not finite" };
}

/** An unknown key of a function call that is called like a field of the model. Read by field name it is that field, unless the proper key
 * stands there too. */
function hidesField(pass: Pass, raw: JsonObject, path: Path): boolean {
  if (!Object.hasOwn(raw, "async_")) return false;
  if (pass.dialect.does.readsCallsByName && !Object.hasOwn(raw, "async")) return false;
  return isAccepted(pass, "function-call", raw, path);
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
