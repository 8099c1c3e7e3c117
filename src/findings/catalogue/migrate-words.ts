import type { FindingArgs } from "../finding.ts";
import type { Sentences } from "../sentences.ts";
import { namedBy, plain } from "./wording.ts";

export const nothing = "Nothing to do.";

export const newerFirst = "Resume once with the newer release until the next clean pause, or start a new run.";

/** For what a run keeps: no later pause is without it. */
export const newerToTheEnd = "Finish the run with the newer release, or start a new run.";

export function tool(args: FindingArgs): string {
  return namedBy(args, "tool", "the tool", "this tool");
}

/** What an older reader simply does not know, and does not miss. */
export function harmless(title: string, what: string, why: string): Sentences {
  return plain(title, what, why, nothing);
}
