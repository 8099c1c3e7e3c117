import { isObject, type Json, type JsonObject, member, type Path } from "../../document/json.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { type Pass, report } from "../pass.ts";

/** `/context/approvals`: decisions by tool key (`_rebuild_approvals`). */
export function readApprovals(pass: Pass, approvals: Json | undefined): void {
  if (approvals === undefined) return;
  const path = ["context", "approvals"];
  if (!isObject(approvals)) {
    const found = { found: kindOf(approvals) };
    if (!report(pass, "approvals-not-an-object", path, found)) report(pass, "approvals-forgotten", path, found);
    return;
  }
  for (const key of Object.keys(approvals)) {
    const record = member(approvals, key);
    if (!isObject(record)) {
      const found = { found: kindOf(record) };
      if (!report(pass, "approval-record-not-an-object", [...path, key], found)) {
        report(pass, "approval-record-forgotten", [...path, key], found);
      }
    } else readRecord(pass, record, [...path, key]);
  }
}

/** `_restore_approval_record`: unusable parts are taken as no decision. */
export function readRecord(pass: Pass, record: JsonObject, path: Path): void {
  for (const side of ["approved", "rejected"] as const) {
    const value = record[side];
    if (value === undefined || typeof value === "boolean") continue;
    if (!Array.isArray(value))
      report(pass, "approval-decision-unusable", [...path, side], { side, found: kindOf(value) });
    else {
      const odd = value.findIndex((id) => typeof id !== "string");
      if (odd >= 0)
        report(pass, "approval-decision-unusable", [...path, side, odd], { side, found: kindOf(value[odd]) });
    }
  }
  readDetail(pass, record.rejection_messages, isTextMap, [...path, "rejection_messages"]);
  readDetail(pass, record.sticky_rejection_message, isText, [...path, "sticky_rejection_message"]);
  readDetail(pass, record.sticky_scope, isText, [...path, "sticky_scope"]);
}

function readDetail(pass: Pass, value: Json | undefined, fits: (value: Json) => boolean, path: Path): void {
  if (value === undefined || value === null || fits(value)) return;
  report(pass, "approval-detail-dropped", path, { found: kindOf(value) });
}

function isText(value: Json): boolean {
  return typeof value === "string";
}

function isTextMap(value: Json): boolean {
  return isObject(value) && Object.values(value).every(isText);
}
