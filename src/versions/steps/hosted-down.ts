import { idOfCall } from "../../python/calls.ts";
import { approvalKeysOf } from "./approval-keys.ts";
import { type ApprovalRecord, callsOf, hostedDecisions, isSticky, readRecord } from "./approvals.ts";
import { type Carried, carryEdits } from "./carry-decisions.ts";
import { note, objectAt, remove } from "./change.ts";
import type { KeptItem } from "./facts.ts";
import { hostedRecordsFor } from "./pending.ts";
import type { Change, Run } from "./step.ts";

/** 1.14 → 1.13: 0.19.4 ignores `hosted_mcp_approvals` and looks for single calls under the bare tool name. A sticky
 * decision belongs to one server and would spread to every server there; a request whose tool is not told has no
 * name to stand under. Both are dropped. What counts for a request that waits beats a decision by name, and nothing else about it is moved
 * (0.24.0 `_resolve_hosted_mcp_approval_record`). */
export function unhostApprovals(run: Run): Change[] {
  const context = objectAt(run.value, "context");
  if (context === undefined || !Object.hasOwn(context, "hosted_mcp_approvals")) return [];
  const path = [...run.base, "context", "hosted_mcp_approvals"];
  const answers = waitingRequests(run);
  const carried: Carried[] = [];
  const dropped: Change[] = [];
  for (const [{ server, tool, record }, at] of hostedDecisions(run)) {
    const read = readRecord(record);
    if (tool !== undefined) carried.push(fitting(tool, read, answers));
    if (isSticky(read) || tool === undefined) {
      dropped.push(note("hosted-decision-dropped", at.slice(0, -1), { server: server ?? "", tool: tool ?? "" }));
    }
  }
  const edits = carryEdits(run, [...carried, ...asking(answers)]);
  const moved: Change[] = edits.length === 0 ? [] : [{ rule: "hosted-decision-by-name", path, args: {}, edits }];
  return [...dropped, ...moved, remove("hosted-approvals-emptied", path)];
}

/** What the decision about its server's tool, or about it, says of a request: "none" leaves it to a decision by name. */
interface Answer {
  readonly key: string | undefined;
  readonly says: "approved" | "rejected" | "none";
  /** Said of all calls of the tool. */
  readonly sticky: boolean;
}

function waitingRequests(run: Run): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  for (const item of run.facts.approvals) {
    const id = idOfCall(item.raw);
    if (id !== null) answers.set(id, { key: approvalKeysOf(item.data, item.raw)[0], ...saidOf(run, item, id) });
  }
  return answers;
}

function saidOf(run: Run, item: KeptItem, id: string): Omit<Answer, "key"> {
  const record = hostedRecordsFor(run, item).at(-1)?.record;
  if (record === undefined) return { says: "none", sticky: false };
  const { approved, rejected } = readRecord(record);
  if (callsOf(approved).includes(id)) return { says: "approved", sticky: false };
  if (callsOf(rejected).includes(id)) return { says: "rejected", sticky: false };
  if (approved === true) return { says: "approved", sticky: true };
  return { says: rejected === true ? "rejected" : "none", sticky: rejected === true };
}

/** The single calls of a decision, of those that wait only what counts for them. */
function fitting(key: string, { approved, rejected, messages }: ApprovalRecord, answers: Map<string, Answer>): Carried {
  const isSo = (side: Answer["says"]) => (id: string) => (answers.get(id)?.says ?? side) === side;
  return {
    key,
    approved: callsOf(approved).filter(isSo("approved")),
    rejected: callsOf(rejected).filter(isSo("rejected")),
    messages,
  };
}

/** Requests decided with all others of their tool: where nothing is moved about them they ask, whatever an older decision by name says. */
function asking(answers: Map<string, Answer>): Carried[] {
  return [...answers].flatMap(([id, { key, sticky }]) =>
    sticky && key !== undefined ? [{ key, approved: [], rejected: [], messages: {}, open: [id] }] : [],
  );
}
