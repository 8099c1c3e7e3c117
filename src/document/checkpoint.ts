import type { Document } from "./document.ts";
import type { TextFault } from "./text-fault.ts";

/** One checkpoint of the inputs: a document, or why its text (absent where the bytes are no text) is none. `line` counts from 1
 * under `--ndjson`, else null. */
export interface Checkpoint {
  readonly file: string;
  readonly line: number | null;
  readonly read: { readonly document: Document } | { readonly fault: TextFault; readonly text?: string };
}
