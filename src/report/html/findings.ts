import { plural } from "../../plural.ts";
import type { ReportedFinding } from "../result.ts";
import { badge, code, type Html, text, valueBlock } from "./text.ts";

export const outlookBadges = {
  ok: "good",
  depends: "plain",
  "asks-again": "odd",
  fails: "bad",
  unsafe: "bad",
} as const;

const badges = { error: "bad", resume: "bad", warning: "odd", info: "plain" } as const;

function findingItem(finding: ReportedFinding): Html {
  const { rule, severity, resume, pointer, line, column, message, why, fix, value } = finding;
  const kind = resume === null ? badges[severity] : outlookBadges[resume];
  const place = line === null ? "" : `line ${line}, column ${column}`;
  const more = [
    why === "" ? "" : `<p>${text(why)}</p>`,
    fix === "" ? "" : `<p><strong>Way out:</strong> ${text(fix)}</p>`,
  ].join("");
  return (
    `<li class="finding ${kind}"><p>${badge(kind, resume === null ? severity : `resume: ${resume}`)} ${code(rule)}</p>` +
    `<p>${text(message)}</p>${more}` +
    `<p class="place">${pointer === "" ? "" : code(pointer)} ${place}</p>${valueBlock("Value", value)}</li>`
  );
}

/** What the reader has against the checkpoint, heaviest first. */
export function findingList(findings: readonly ReportedFinding[], omitted: number): Html {
  const list = findings.length === 0 ? "" : `<ol class="bare">${findings.map(findingItem).join("\n")}</ol>`;
  return omitted === 0 ? list : `${list}<p>${text(`${plural(omitted, "more finding")}: --max-findings`)}</p>`;
}
