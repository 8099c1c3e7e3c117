import { isObject, member } from "../../document/json.ts";
import { listAt, objectAt, remove } from "../change.ts";
import type { Change, Run } from "../step.ts";
import { isSticky, readDecision } from "./approvals.ts";
import { type Carried, carryEdits, singleCalls } from "./carry-decisions.ts";

/** 1.14 → 1.13: 0.19.4 ignores `hosted_mcp_approvals` and looks for single calls under the bare tool name. A sticky
 * decision belongs to one server and would spread to every server there; a request whose tool is not told has no
 * name to stand under. Both are dropped. */
export function unhostApprovals(run: Run): Change[] {
  const context = objectAt(run.value, "context");
  if (context === undefined || !Object.hasOwn(context, "hosted_mcp_approvals")) return [];
  const path = [...run.base, "context", "hosted_mcp_approvals"];
  const carried: Carried[] = [];
  const dropped: Change[] = [];
  listAt(context, "hosted_mcp_approvals").forEach((entry, index) => {
    const identity = isObject(entry) ? objectAt(entry, "identity") : undefined;
    const decision = isObject(entry) ? objectAt(entry, "decision") : undefined;
    if (identity === undefined || decision === undefined) return;
    const read = readDecision(decision);
    const tool = member(identity, "tool_name");
    const single = typeof tool === "string" && tool !== "" ? singleCalls(tool, read) : undefined;
    if (single !== undefined) carried.push(single);
    if (isSticky(read) || typeof tool !== "string") {
      const args = {
        server: String(member(identity, "server_label") ?? ""),
        tool: typeof tool === "string" ? tool : "",
      };
      dropped.push({ rule: "hosted-decision-dropped", path: [...path, index], args, edits: [] });
    }
  });
  const edits = carryEdits(run.value, run.base, carried);
  const moved: Change[] = edits.length === 0 ? [] : [{ rule: "hosted-decision-by-name", path, args: {}, edits }];
  return [...dropped, ...moved, remove("hosted-approvals-emptied", path)];
}
