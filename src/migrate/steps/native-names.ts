import { nameable, unnamedFinished } from "../../reading/finished-calls.ts";
import { setMember } from "../change.ts";
import type { Change, Run } from "../step.ts";

/** 1.14 → 1.15: under older labels the resume looks into the ledger for a finished call that does not name its tool;
 * from 1.15 on it raises unless the call has the name that its approval or its action has. The session item of that call gets it too: items that
 * differ count as two (`_generated_session_item_indexes`). */
export function nameFinishedCalls(run: Run): Change[] {
  const finished = unnamedFinished(run.facts.generated, run.facts.actions);
  const names = new Map(finished.map(({ id, name }) => [id, name]));
  const edits = [...finished, ...nameable(run.facts.session, names)].map(({ item, name }) =>
    setMember(item.data, item.path, "tool_name", name),
  );
  const [first] = edits;
  if (first === undefined) return [];
  return [{ rule: "finished-call-named", path: first.path, args: { calls: names.size }, edits }];
}
