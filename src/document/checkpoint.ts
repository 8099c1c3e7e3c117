import type { Document } from "./document.ts";
import type { TextFault } from "./text-fault.ts";

/** Where a checkpoint comes from. `line` counts from 1 under `--ndjson`, else it is null. */
export interface Named {
  readonly file: string;
  readonly line: number | null;
}

/** One checkpoint of the inputs: a document, or why its text (absent where the bytes are no text) is none. */
export interface Checkpoint extends Named {
  readonly read: { readonly document: Document } | { readonly fault: TextFault; readonly text?: string };
}
