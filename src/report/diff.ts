import type { Difference } from "../diff/difference.ts";
import type { Standing } from "../judge.ts";
import { tool } from "../tool.ts";
import { formatVersion } from "./json.ts";
import { standingText } from "./standing.ts";
import type { Paint } from "./terminal/paint.ts";
import { safeJson, safeText } from "./terminal/safe-text.ts";

/** A difference as it is printed; `values`, texts of the documents, only under `--show-values`. */
export interface ShownDifference extends Difference {
  readonly values?: { readonly before?: string; readonly after?: string };
}

export interface DiffSide extends Standing {
  readonly file: string;
  readonly schemaVersion: string | null;
}

export interface DiffReport {
  readonly sdk: string;
  readonly a: DiffSide;
  readonly b: DiffSide;
  readonly differences: readonly ShownDifference[];
  readonly notes: readonly string[];
}

const marks = { added: "+", removed: "-", changed: "~" } as const;

/** One difference a line, those of one part below its name. */
export function diffText({ a, b, differences, notes }: DiffReport, paint: Paint): string {
  let text = sideText("a", a, paint) + sideText("b", b, paint);
  let heading = "";
  for (const each of differences) {
    const runs = each.run.length === 0 ? "" : ` in the run of ${each.run.join(" > ")}`;
    const next = safeText(`${each.part}${runs}`);
    if (next !== heading) text += `\n${paint.strong(next)}\n`;
    heading = next;
    text += `${differenceText(each)}\n`;
  }
  if (differences.length === 0) text += "\nno difference\n";
  return text + notes.map((note) => `note: ${safeText(note)}\n`).join("");
}

function sideText(name: string, side: DiffSide, paint: Paint): string {
  const { file, schemaVersion } = side;
  const schema = schemaVersion === null ? "no usable schema version" : `schema ${schemaVersion}`;
  return `${safeText(`${name}: ${file}  ${schema}`)}, ${standingText(side, paint)}\n`;
}

function differenceText({ change, name, before, after, pointer, values }: ShownDifference): string {
  const told = change === "changed" && before !== after ? [before, after] : [after ?? before];
  const words = told.every((word) => word === null) ? "" : `: ${told.map((word) => word ?? "none").join(" → ")}`;
  const shown = (sign: string, value: string | undefined) =>
    value === undefined ? "" : `\n      ${sign} ${safeText(value)}`;
  return `  ${marks[change]} ${safeText(`${name}${words}  ${pointer}`.trimEnd())}${shown("-", values?.before)}${shown("+", values?.after)}`;
}

export function diffJson(report: DiffReport, isLine: boolean): string {
  const same = report.differences.length === 0;
  return `${safeJson({ formatVersion, tool, same, ...report }, isLine ? undefined : 2)}\n`;
}
