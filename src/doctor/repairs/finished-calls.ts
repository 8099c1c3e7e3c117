import { isObject, type Json, listOf } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import type { Finding } from "../../findings/finding.ts";
import { named } from "../../named.ts";
import type { Draft } from "../cause.ts";
import type { Facts } from "../facts.ts";

/** Entries of the ledger for finished calls that nothing in the file goes on from. The writers of 0.20.0 to 0.24.0 leave them behind: a handoff
 * with an input filter takes the calls made beside it out of the history, and no reader loads the file then
 * (`_validate_completed_tool_invocations`). Without their entries it goes on, and no tool runs again (0.24.0). */
export function forgetFinished({ document }: Facts, errors: readonly Finding[]): Draft[] {
  const gone = errors.filter(({ rule, path }) => {
    const run = valueAt(document.value, path.slice(0, -3));
    return rule === "completed-call-without-output" && !namesCall(run, String(path.at(-1)));
  });
  if (gone.length === 0) return [];
  const ids = gone.map(({ path }) => String(path.at(-1)));
  return [
    {
      id: "forget-finished-calls",
      summary: `remove the ledger's ${gone.length === 1 ? "entry" : "entries"} for ${named(ids)}, which the run's history has no more`,
      edits: gone.map(({ path }) => ({
        edit: { op: "remove", path },
        reason: "neither the call nor its output is where the resume starts from, so that nothing can run it again",
      })),
      risk: "None that is known where a handoff's input filter took the calls out. After a cut or an edit by hand: take the checkpoint as the run stored it.",
    },
  ];
}

/** Whether something of the run could take the call up again, or would miss its output. Where the model is asked next, nothing looks at the
 * response any more, and its items stand among the session items for the record only. */
function namesCall(run: Json | undefined, id: string): boolean {
  if (!isObject(run)) return true;
  const asksModel = valueAt(run, ["current_step", "type"]) === "next_step_run_again";
  const behind = asksModel ? [] : [run.session_items, run.last_processed_response, listOf(run.model_responses).at(-1)];
  const lists = ["original_input", "generated_items", "current_step", "pending_input", "pending_session_write"];
  const kept = [...lists.map((key) => run[key]), ...behind].map((list) => list ?? null);
  return JSON.stringify(kept).includes(JSON.stringify(id));
}
