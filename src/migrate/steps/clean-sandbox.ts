import type { Edit } from "../../document/edit.ts";
import { cleanSandbox } from "../../sandbox/clean.ts";
import { objectAt } from "../change.ts";
import type { Change, Run } from "../step.ts";

/** Readers since 0.20.0 take mount credentials out of a sandbox and mark it; the program must then bring its own
 * manifest. They do so under every label, in the outermost run only: done here at every level, or the secret stays
 * in the file until somebody saves again. */
export function cleanSandboxes(run: Run): Change[] {
  const sandbox = objectAt(run.value, "sandbox");
  if (sandbox === undefined) return [];
  const path = [...run.base, "sandbox"];
  const edits = cleanSandbox(sandbox).edits.map((edit): Edit => {
    const at = [...path, ...edit.path];
    return edit.op === "remove" ? { op: "remove", path: at } : { op: edit.op, path: at, value: edit.value ?? null };
  });
  return edits.length === 0 ? [] : [{ rule: "sandbox-cleaned", path, args: { places: edits.length }, edits }];
}
