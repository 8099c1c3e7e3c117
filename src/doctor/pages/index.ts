import type { CauseId } from "../symptoms.ts";
import { decisionPages } from "./decisions.ts";
import { interruptedPages } from "./interrupted.ts";
import type { CausePage } from "./page.ts";
import { readerPages } from "./reader.ts";
import { sessionPages } from "./session.ts";
import { writePages } from "./write.ts";

/** Every cause in words. Loaded by `explain` only. */
export const causePages: Readonly<Record<CauseId, CausePage>> = {
  ...readerPages,
  ...writePages,
  ...sessionPages,
  ...decisionPages,
  ...interruptedPages,
};
