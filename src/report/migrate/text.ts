import type { Named } from "../../document/checkpoint.ts";
import { pointerOf } from "../../document/pointer.ts";
import { nothing } from "../../findings/catalogue/migrate-words.ts";
import { describeFinding, type PlaceSource } from "../../findings/describe.ts";
import type { Migration, Status } from "../../migrate/migrate.ts";
import { reasonOf } from "../../migrate/reason.ts";
import { plural } from "../../plural.ts";
import { type RuleName, rules } from "../../rules/index.ts";
import { wrap } from "../terminal/layout.ts";
import { safeName } from "../terminal/name.ts";
import type { Paint } from "../terminal/paint.ts";
import { safeText } from "../terminal/safe-text.ts";
import { inputWords, withInput } from "../terminal/shell.ts";

/** How often each status occurred; `failed`: inputs that could not be read or results that could not be written. */
export type Tally = Record<Status | "failed", number>;

export const noTally = (): Tally => ({ migrated: 0, unchanged: 0, refused: 0, invalid: 0, failed: 0 });

/** How text is printed. */
export interface Look {
  readonly columns: number;
  readonly paint: Paint;
  /** Where the documents stand in their wrappers. */
  readonly at: string | undefined;
  /** Findings of one document at most. */
  readonly maxFindings: number;
}

/** The plan of one document: a line for the document, one for each edit with its loss, rule, place and reason. */
export function planText(named: Named, migration: Migration, { columns, paint }: Look): string {
  const { from, to, status, edits } = migration;
  const way = from === null ? `to ${to}` : `${safeText(from)} to ${to}`;
  let text = `${paint.strong(safeName(named))}  ${status}, ${way}, ${plural(edits.length, "edit")}\n`;
  for (const [at, { edit, loss, change }] of edits.entries()) {
    const heavy = loss === "none" ? loss : loss === "degraded" ? paint.warning(loss) : paint.error(loss);
    text += `  ${edit.op}  ${safeText(pointerOf(edit.path))}  ${heavy}  ${change.rule}\n`;
    const reason = reasonOf(change);
    const next = edits[at + 1];
    // Edits that follow each other for one reason are told once.
    if (next === undefined || reasonOf(next.change) !== reason) text += wrap(safeText(reason), columns, "    ");
  }
  return text;
}

/** What an unsafe loss is called: it refuses the migration, or was taken on. */
const strongWords: Partial<Record<Status, string>> = { refused: "refused", migrated: "unsafe" };

/** A part of what is said: of a finding of the rule, or its advice, which is told once a run whatever file it names. */
export interface Said {
  readonly text: string;
  readonly findingOf?: RuleName;
  readonly advice?: { readonly rule: RuleName; readonly fix: string };
}

/** What to tell about a document besides its result: losses and warnings, errors first. */
export function findingsText(named: Named, migration: Migration, places: PlaceSource, look: Look): Said[] {
  const { columns, paint, at, maxFindings: most } = look;
  const weight = (rule: RuleName) => (rules[rule].severity === "error" ? 0 : 1);
  const ordered = migration.findings.toSorted((a, b) => weight(a.rule) - weight(b.rule));
  const said: Said[] = [];
  for (const finding of ordered.slice(0, most)) {
    const { rule, severity, pointer, line, column, message, fix } = describeFinding(finding, places);
    const place = line === null ? "" : `:${line}:${column}`;
    const what = paint[severity](severity === "error" ? (strongWords[migration.status] ?? severity) : severity);
    const head = `${paint.strong(safeName(named) + place)}  ${what}  ${`${rule}  ${safeText(pointer)}`.trimEnd()}\n`;
    said.push({ text: head + wrap(safeText(message), columns, "  "), findingOf: rule });
    if (severity !== "info" && fix !== nothing)
      said.push({
        text: wrap(`Way out: ${safeText(withInput(fix, inputWords(named, at)))}`, columns, "  "),
        advice: { rule, fix },
      });
  }
  const rest = ordered.length - most;
  if (rest > 0) said.push({ text: wrap(`${plural(rest, "more finding")}: --max-findings or --report`, columns, "  ") });
  return said;
}

/** How often each status occurred. */
export function tallyText(tally: Tally): string {
  const total = Object.values(tally).reduce((sum, count) => sum + count, 0);
  const { migrated, unchanged, refused, invalid, failed } = tally;
  const rest = failed === 0 ? "" : `, ${failed} not read or written`;
  return `${plural(total, "checkpoint")}: ${migrated} migrated, ${unchanged} unchanged, ${refused} refused, ${invalid} invalid${rest}\n`;
}
