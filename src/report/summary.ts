import type { Judgement } from "../judge.ts";
import { rules } from "../rules/index.ts";
import type { Summary } from "./result.ts";

/** Adds a judgement to the totals; all its findings count, printed or not. */
export function count(summary: Summary, judgement: Judgement): void {
  summary.checkpoints++;
  summary[judgement.verdict]++;
  for (const { rule } of judgement.findings) {
    const { severity } = rules[rule];
    if (severity === "error") summary.errors++;
    else if (severity === "resume") summary.resume++;
    else if (severity === "warning") summary.warnings++;
  }
}

export function add(summary: Summary, more: Summary): void {
  for (const key of Object.keys(more) as (keyof Summary)[]) summary[key] += more[key];
}
