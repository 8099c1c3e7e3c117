import { isObject, type Json, listOf, type Path } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Draft } from "../cause.ts";
import type { Facts } from "../facts.ts";
import { named } from "../named.ts";

/** Entries of the ledger for finished calls of which the file has nothing else. The writers of 0.20.0 to 0.24.0 leave them behind: a handoff
 * with an input filter takes the calls made beside it out of the history, and no reader loads the file then
 * (`_validate_completed_tool_invocations`). A call that stands nowhere cannot run again. */
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
      summary: `remove the ledger's ${gone.length === 1 ? "entry" : "entries"} for ${named(ids)}, of which nothing else is in the file`,
      edits: gone.map(({ path }) => ({
        edit: { op: "remove", path: path as Path },
        reason: "the call and its output are in no list of the file, so that nothing can run it again",
      })),
      risk: "None that is known where a handoff's input filter took the calls out. After a cut or an edit by hand: take the checkpoint as the run stored it.",
    },
  ];
}

/** Whether the run has the call in one of its lists, or in the response that it goes on from. */
function namesCall(run: Json | undefined, id: string): boolean {
  if (!isObject(run)) return true;
  const lists = ["original_input", "generated_items", "session_items", "last_processed_response", "current_step"];
  const kept = [...lists, "pending_input", "pending_session_write"].map((key) => run[key] ?? null);
  return JSON.stringify([...kept, listOf(run.model_responses).at(-1) ?? null]).includes(JSON.stringify(id));
}
