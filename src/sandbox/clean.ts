import type { Json } from "../document/json.ts";
import { sanitizeSandbox } from "./sanitize.ts";
import type { SandboxEdit } from "./sink.ts";

/** The edits that the reader's own cleaning (0.20.0 … 0.24.0) amounts to, in paths below `/sandbox`; none when it refuses the sandbox.
 * No two edits touch the same member or one inside another, so they can be applied in any order. */
export function cleanSandbox(value: Json): { readonly edits: readonly SandboxEdit[] } {
  const { faults, edits } = sanitizeSandbox(value);
  return { edits: faults.length === 0 ? edits : [] };
}
