import { valueAt } from "../../document/value-at.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Draft } from "../cause.ts";
import type { Facts } from "../facts.ts";

/** A whole number that stands there as text. */
export function spellNumber({ document }: Facts, { rule, path }: Finding): Draft[] {
  const text = valueAt(document.value, path);
  const [name] = path;
  if (typeof text !== "string" || !/^(0|[1-9][0-9]{0,5})$/.test(text) || path.length !== 1) return [];
  return [
    {
      id: `number-of-${name}`,
      summary: `${name}: the number, not its text`,
      edits: [{ edit: { op: "replace", path, value: Number(text) }, reason: "the resume counts with it" }],
      session: [],
      risk: "None that is known, if the text is the number that the run stored.",
      cures: [rule],
    },
  ];
}
