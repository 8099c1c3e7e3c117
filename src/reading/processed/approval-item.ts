import { isObject, type Json, type Path } from "../../document/json.ts";
import { isFalsy, isHashable, kindOf } from "../../python/truth.ts";
import { readAgent } from "../agents.ts";
import { type Pass, report } from "../pass.ts";
import type { ApprovalReading } from "../reading.ts";

/** Where an approval stands, and what a missing agent means there. */
export interface ApprovalPlace {
  readonly path: Path;
  /** In the processed response the current agent steps in; in the step the approval is dropped. */
  readonly missingAgent: "interruption-agent-replaced" | "interruption-without-agent";
}

/** `_deserialize_tool_approval_item`: a call that waits for a decision; null when it is dropped or the reader raises. */
export function readApproval(pass: Pass, entry: Json, place: ApprovalPlace): ApprovalReading | null {
  const { path, missingAgent } = place;
  if (!isObject(entry)) {
    report(pass, "interruption-not-an-object", path, { found: kindOf(entry) });
    return null;
  }
  const agent = readAgent(pass, entry.agent, [...path, "agent"]);
  if (agent === "refused") return null;
  if (agent === "missing") {
    report(pass, missingAgent, path);
    if (missingAgent === "interruption-without-agent") return null;
  }
  const key = isFalsy(entry.raw_item) ? "rawItem" : "raw_item";
  const raw = isFalsy(entry[key]) ? {} : (entry[key] as Json);
  if (isObject(raw) && !isHashable(raw.type)) {
    report(pass, "raw-item-type-unusable", [...path, key, "type"], { found: kindOf(raw.type) });
    return null;
  }
  return { path, data: entry, raw, rawKey: key };
}
