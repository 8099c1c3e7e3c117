import { sanitizeSandbox } from "../../sandbox/sanitize.ts";
import { objectAt } from "./change.ts";
import type { Change, Run } from "./step.ts";

/** Readers since 0.20.0 take mount credentials out of a sandbox and mark it; the program must then bring its own
 * manifest. They do so under every label, in the outermost run only: done here at every level, or the secret stays
 * in the file until somebody saves again. */
export function cleanSandboxes(run: Run): Change[] {
  const sandbox = objectAt(run.value, "sandbox");
  if (sandbox === undefined) return [];
  const { faults, edits: inside } = sanitizeSandbox(sandbox);
  if (faults.length > 0 || inside.length === 0) return [];
  const path = [...run.base, "sandbox"];
  const edits = inside.map((edit) => ({ ...edit, path: [...path, ...edit.path] }));
  return [{ rule: "sandbox-cleaned", path, args: { places: edits.length }, edits }];
}
