import { isObject, member } from "../../document/json.ts";
import { idOfCall } from "../../python/invocation.ts";
import { nameable, unnamedCalls, unnamedFinished } from "../../reading/finished-calls.ts";
import { isSticky, readRecord } from "./approvals.ts";
import { setMember } from "./change.ts";
import type { KeptItem } from "./facts.ts";
import { hasCall, recordsFor } from "./pending.ts";
import type { Change, Run } from "./step.ts";

/** 1.14 → 1.15: under older labels the resume looks into the ledger for a finished call that does not name its tool;
 * from 1.15 on it raises unless the call has the name that its approval or its action has. One that waits gets it too where calls are undecided: run while
 * another still waits, it is a finished one at the next resume. The session item of that call gets it too: items that
 * differ count as two (`_generated_session_item_indexes`). */
export function nameNativeCalls(run: Run): Change[] {
  const { approvals } = run.facts;
  const stopsAgain = approvals.length > 1 && approvals.some((item) => isOpen(run, item));
  const find = stopsAgain ? unnamedCalls : unnamedFinished;
  const unnamed = find(run.facts.generated, run.facts.actions);
  const names = new Map(unnamed.map(({ id, name }) => [id, name]));
  const edits = [...unnamed, ...nameable(run.facts.session, names)].map(({ item, name }) =>
    setMember(item.data, item.path, "tool_name", name),
  );
  const [first] = edits;
  if (first === undefined) return [];
  return [{ rule: "finished-call-named", path: first.path, args: { calls: names.size }, edits }];
}

/** Whether nothing on record decides a call; from 0.23.1 on a sticky decision about a function does not. */
function isOpen(run: Run, item: KeptItem): boolean {
  const id = idOfCall(item.raw) ?? "";
  const isFunction = isObject(item.raw) && member(item.raw, "type") === "function_call";
  return recordsFor(run, item).every(({ record }) => {
    const decision = readRecord(record);
    return !hasCall(decision, id) && (isFunction || !isSticky(decision));
  });
}
