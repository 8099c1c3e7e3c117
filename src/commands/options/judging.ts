import type { JudgeOptions } from "../../judge.ts";
import type { PrintSettings } from "../../report/result-of.ts";
import type { CommonOptions } from "../command.ts";
import { readAgents } from "./agents-file.ts";
import { pointersOf } from "./values.ts";

/** Findings of one checkpoint that are printed when the command line does not say: people scroll, and a file of nothing but
 * faults must not become gigabytes. */
const mostInText = 20;
const mostAsData = 10_000;

/** What a checkpoint is judged with, beside the reader. Throws UsageError for what is no agents file or no pointer. */
export async function judgingOf({ agents, allow }: CommonOptions): Promise<Pick<JudgeOptions, "agents" | "allow">> {
  return { agents: await readAgents(agents), allow: allow && pointersOf("--allow", allow) };
}

/** How much of what it says is printed. */
export function printingOf({ format = "text", maxFindings, showValues }: CommonOptions): PrintSettings {
  return {
    maxFindings: maxFindings ?? (format === "text" ? mostInText : mostAsData),
    showValues,
    digests: format === "json" || format === "jsonl",
  };
}
