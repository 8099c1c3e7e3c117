import type { CauseId } from "./symptoms.ts";

/** An error text and the causes it can have. */
export interface SdkError {
  /** First words, and others by which it is known when those are cut off; `*` is a name. The first of them as the SDK spells it. */
  readonly begins: readonly string[];
  /** What it tells about the reader, when it tells something. */
  readonly tells: string;
  readonly causes: readonly CauseId[];
}
