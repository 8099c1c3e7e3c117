import { valueAt } from "../../document/value-at.ts";
import type { Finding } from "../../findings/finding.ts";
import { named } from "../../named.ts";
import type { RuleName } from "../../rules/index.ts";
import type { Draft } from "../cause.ts";
import type { Facts } from "../facts.ts";

const rules: ReadonlySet<RuleName> = new Set<RuleName>(["field-unusable", "stored-count-unusable"]);

/** Whole numbers that stand there as text: all of them together, since each alone stops the resume. */
export function spellNumber({ document, judgement }: Facts, finding: Finding): Draft[] {
  const texts = judgement.findings.filter(
    ({ rule, path }) => rules.has(rule) && isNumber(valueAt(document.value, path)),
  );
  const found = texts.filter(({ path }) => path.length === 1);
  if (found[0] !== finding) return [];
  const names = found.map(({ path }) => String(path[0]));
  return [
    {
      id: names.length === 1 ? `number-of-${names[0]}` : "numbers",
      summary: `${named(names)}: the number, not its text`,
      edits: found.map(({ path }) => ({
        edit: { op: "replace", path, value: Number(valueAt(document.value, path)) },
        reason: "the resume counts with it",
      })),
      risk: "None that is known, if the text is the number that the run stored.",
      cures: [...new Set(found.map(({ rule }) => rule))],
    },
  ];
}

function isNumber(value: unknown): boolean {
  return typeof value === "string" && /^(0|[1-9][0-9]{0,5})$/.test(value);
}
