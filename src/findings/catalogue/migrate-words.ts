import type { FindingArgs } from "../finding.ts";
import type { Sentences } from "../sentences.ts";

export const nothing = "Nothing to do.";

export function tool(args: FindingArgs): string {
  return args.tool === undefined || args.tool === "" ? "this tool" : `the tool ${args.tool}`;
}

/** What an older reader simply does not know, and does not miss. */
export function harmless(title: string, what: string, why: string): Sentences {
  return { title, message: () => `${what}`, why, fix: nothing };
}
