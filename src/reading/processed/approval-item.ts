import { isObject, type Json, type Path } from "../../document/json.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { isFalsy, isHashable } from "../../python/truth.ts";
import { readAgent } from "../agents.ts";
import { type Pass, report } from "../pass.ts";
import type { ApprovalReading } from "../reading.ts";

/** What a missing agent means: in the processed response the current agent steps in; in the step the approval is dropped. */
type MissingAgent = "interruption-agent-replaced" | "interruption-without-agent";

/** The calls of a list that wait for a decision. `entries` is what Python walks over in `value`, which stands at `path`. */
export function readApprovalItems(
  pass: Pass,
  value: Json | undefined,
  entries: readonly Json[],
  path: Path,
  missingAgent: MissingAgent,
): ApprovalReading[] {
  const approvals: ApprovalReading[] = [];
  for (let index = 0; index < entries.length; index++) {
    const entryPath = Array.isArray(value) ? [...path, index] : path;
    const approval = readApproval(pass, entries[index] as Json, entryPath, missingAgent);
    if (approval !== null) approvals.push(approval);
  }
  return approvals;
}

/** `_deserialize_tool_approval_item`; null when it is dropped or the reader raises. */
function readApproval(pass: Pass, entry: Json, path: Path, missingAgent: MissingAgent): ApprovalReading | null {
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
  return { path, data: entry, raw, rawPath: [...path, key] };
}
