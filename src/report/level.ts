import { isBroken } from "../rules/rule.ts";
import type { CheckpointResult, ReportedFinding } from "./result.ts";

/** How the formats of others (SARIF, JUnit, GitHub) weigh a finding. A resume that fails or is unsafe fails the run, so it is an error here too; not where only the loading was asked for: then an accepted
 * document has no outlook. */
export function levelOf(finding: ReportedFinding, { verdict, resume }: CheckpointResult): "error" | "warning" | "note" {
  if (finding.severity === "error") return "error";
  if (finding.severity === "info") return "note";
  const isAsked = verdict === "rejected" || resume !== null;
  return isAsked && isBroken(finding.resume) ? "error" : "warning";
}
