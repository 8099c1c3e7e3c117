import type { Finding } from "../../findings/finding.ts";
import type { Draft } from "../cause.ts";
import type { Facts } from "../facts.ts";

/** The resume stumbles over the outputs of programs in the record of the last response. The model is sent those in the history, which stay. */
export function forgetProgramOutputs({ judgement }: Facts, finding: Finding): Draft[] {
  const all = judgement.findings.filter(({ rule }) => rule === finding.rule);
  if (all[0] !== finding) return [];
  return [
    {
      id: "forget-program-output",
      summary: "remove the output of the program from the record of the last model response; the history keeps it",
      edits: all.toReversed().map(({ path }) => ({
        edit: { op: "remove", path },
        reason: "the resume takes it for a second output of the program",
      })),
      risk: "None that is known: the model gets the same history. raw_responses of the result lack the item.",
      cures: [finding.rule],
    },
  ];
}
