import { unnamedFinished } from "../../reading/finished-calls.ts";
import { objectAt, setMember } from "../change.ts";
import type { Change, Run } from "../step.ts";

/** 1.14 → 1.15: under older labels the resume looks into the ledger for a finished call that does not name its tool;
 * from 1.15 on it raises unless the call has the name that its approval or its action has. */
export function nameFinishedCalls(run: Run): Change[] {
  const edits = unnamedFinished(run.facts.generated, objectAt(run.value, "last_processed_response")).map(
    ({ item, name }) => setMember(item.data, item.path, "tool_name", name),
  );
  const [first] = edits;
  if (first === undefined) return [];
  return [{ rule: "finished-call-named", path: first.path, args: { calls: edits.length }, edits }];
}
