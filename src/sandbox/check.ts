import type { Json } from "../document/json.ts";
import { sanitizeSandbox } from "./sanitize.ts";
import type { SandboxFault } from "./sink.ts";

/** Why a reader since 0.20.0 refuses `/sandbox`, in its order: the first one is its own error, the rest are what it would meet next.
 * Paths are below `/sandbox`. Empty when it takes the sandbox. */
export function checkSandbox(value: Json): SandboxFault[] {
  return [...sanitizeSandbox(value).faults];
}
