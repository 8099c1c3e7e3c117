import { isObject, member } from "../../document/json.ts";
import type { Suspect } from "../cause.ts";
import { at, factOf } from "../evidence.ts";
import type { Facts } from "../facts.ts";

/** A label that something took for a number: 1.20 became 1.2, or the quotes are gone. */
export function findShortenedLabel({ judgement, document }: Facts): Suspect[] {
  const finding = judgement.findings.find(({ rule }) => rule === "label-shortened" || rule === "label-not-text");
  const whole = finding?.args.whole ?? finding?.args.meant;
  if (finding === undefined || typeof whole !== "string" || whole === "") return [];
  const label = isObject(document.value) ? member(document.value, "$schemaVersion") : undefined;
  return [
    {
      id: "label-shortened",
      confidence: "certain",
      summary: `Something between the SDK and the store took the version for a number: it was "${whole}" by the keys of the file.`,
      evidence: [at("/$schemaVersion", typeof label === "string" ? `label ${label}` : "no text"), factOf(finding)],
      repairs: [
        {
          id: `relabel-${whole}`,
          summary: `write "${whole}" as the version`,
          edits: [
            {
              edit: { op: "replace", path: finding.path, value: whole },
              reason: "the keys of the file are those of this version",
            },
          ],
          risk: "A file that an older release has loaded and saved since has lost what that release does not know.",
          cures: [finding.rule],
        },
      ],
      advice: ["Store checkpoints as text: a column, a form or a YAML file makes 1.2 out of 1.20."],
    },
  ];
}
