import {
  assumeOption,
  type Cause,
  type Confidence,
  type Evidence,
  type Repair,
  type SessionChange,
} from "../../doctor/cause.ts";
import { pointerOf } from "../../document/pointer.ts";
import { plural } from "../../plural.ts";
import { oneLine, type RawItem, textOf, wordOf } from "../../session/raw-item.ts";
import { shellWord } from "../../shell-word.ts";
import { standingText } from "../standing.ts";
import { hanging, wrap } from "../terminal/layout.ts";
import type { Paint } from "../terminal/paint.ts";
import { safeText } from "../terminal/safe-text.ts";
import { type InputWords, shellLines, withInput } from "../terminal/shell.ts";
import { type DoctorReport, valueText } from "./json.ts";

export interface DoctorTextSettings {
  readonly paint: Paint;
  readonly columns: number;
  readonly showValues: boolean;
  readonly quiet: boolean;
  /** The checkpoint as commands name it. */
  readonly input: InputWords | null;
  /** The command line without `--apply`, for the commands of the repairs. */
  readonly command: string;
}

/** The diagnosis as a page: the likeliest cause first, what it is seen by, and the ways out. */
export function doctorText(report: DoctorReport, settings: DoctorTextSettings): string {
  const { paint, columns, quiet } = settings;
  const { causes, errors, notes } = report;
  if (quiet && causes.every(({ confidence }) => confidence === "possible")) return "";
  let text = `${paint.strong(title(report, paint))}\n`;
  for (const { tells } of errors ?? []) text += wrap(`The error: ${tells}.`, columns, "  ");
  if (errors?.length === 0 && report.file !== null)
    text += wrap("The error text is none that the SDK or the API is known for.", columns, "  ");
  for (const note of notes) text += paint.faint(wrap(safeText(note), columns, "  "));
  if (causes.length === 0) text += wrap(nothingFound(report), columns, "  ");
  const unproven = errors === null ? causes.findIndex(({ confidence }) => confidence === "possible") : -1;
  for (const [index, cause] of causes.entries()) {
    if (index === unproven) text += `\n${paint.faint(toCheck)}\n`;
    text += `\n${causeText(cause, index + 1, settings)}`;
  }
  if (report.file === null && causes.length > 0) text += `\n${wrap(nextStep, columns, "  ")}`;
  return text;
}

const toCheck = "Not proved by what was given, so to be checked:";

const nextStep =
  "Which one it is: runstate doctor with the checkpoint, and --session where the run has one. More about each: runstate explain with its name.";

function nothingFound({ file }: DoctorReport): string {
  return file === null
    ? "No known cause has an error with these words. Name the checkpoint too (runstate doctor checkpoint.json), or give the last line of the traceback, whole."
    : "Nothing known keeps this run from resuming.";
}

function title({ file, sdk, verdict, resume, causes }: DoctorReport, paint: Paint): string {
  if (file === null || verdict === null) return `${plural(causes.length, "possible cause")} (openai-agents ${sdk})`;
  return `${safeText(file)}: ${standingText({ verdict, resume }, paint)} (openai-agents ${sdk}); ${countOf(causes)}`;
}

/** What may be is no cause yet: on a sound pause it is all that there is. */
function countOf(causes: readonly Cause[]): string {
  const open = causes.filter(({ confidence }) => confidence === "possible").length;
  const found = causes.length - open;
  if (open === 0) return plural(found, "cause");
  return `${found === 0 ? "nothing found wrong" : plural(found, "cause")}, ${plural(open, "thing")} to check`;
}

/** Places of a cause that may be none; JSON has them all. */
const mostShown = 2;

function causeText(cause: Cause, number: number, settings: DoctorTextSettings): string {
  const { paint, columns } = settings;
  const strokes: Record<Confidence, keyof Paint> = { certain: "error", likely: "warning", possible: "info" };
  let text = `${number}. ${paint[strokes[cause.confidence]](cause.confidence)}  ${paint.strong(cause.id)}\n`;
  text += wrap(safeText(cause.summary), columns, "   ");
  const shown = cause.confidence === "possible" ? mostShown : cause.evidence.length;
  for (const evidence of cause.evidence.slice(0, shown)) text += evidenceText(evidence, settings);
  const hidden = cause.evidence.length - shown;
  if (hidden > 0) text += `   ${paint.faint(`and ${plural(hidden, "more place")}: --format json`)}\n`;
  for (const repair of cause.repairs) text += repairText(repair, settings);
  for (const advice of cause.advice) text += hanging(safeText(withInput(advice, settings.input)), columns, "   - ");
  return text;
}

function evidenceText({ in: source, pointer, fact }: Evidence, { paint, columns }: DoctorTextSettings): string {
  const place = `${source} ${pointer === "" ? "(whole)" : safeText(pointer)}`;
  return `   ${paint.faint(place)}\n${wrap(safeText(fact), columns, "     ")}`;
}

function repairText(repair: Repair, settings: DoctorTextSettings): string {
  const { paint, columns, command } = settings;
  let text = `   ${paint.good("repair")} ${paint.strong(safeText(repair.id))}\n${wrap(safeText(repair.summary), columns, "     ")}`;
  for (const { edit, reason } of repair.edits) {
    text += `     ${edit.op} ${safeText(pointerOf(edit.path))}\n${wrap(safeText(reason), columns, "       ")}`;
    if (settings.showValues && edit.op !== "remove") text += `       ${valueText(edit)}\n`;
  }
  for (const change of repair.session) text += changeText(change, settings.showValues, "     ");
  text += wrap(`risk: ${safeText(repair.risk)}`, columns, "     ");
  if (repair.needs.length > 0) text += wrap(`needs: ${safeText(repair.needs.join("; "))}`, columns, "     ");
  const assume =
    repair.assumes === null ? "" : ` --assume ${repair.assumes.key}=${shellWord(assumeOption(repair.assumes).value)}`;
  const out = repair.edits.length === 0 ? "" : " --out repaired.json";
  return `${text}${shellLines(safeText(`${command} --apply ${shellWord(repair.id)}${assume}${out}`), columns, "     ")}`;
}

/** One change of the session; its item in one line, or only what kind it is. */
export function changeText({ op, at, item }: SessionChange, showValues: boolean, indent: string): string {
  const where =
    op === "remove"
      ? `remove session item ${at}`
      : op === "append"
        ? `append to the session (becomes item ${at})`
        : `insert into the session as item ${at}`;
  if (item === null) return `${indent}${where}\n`;
  return showValues
    ? `${indent}${where}:\n${indent}  ${oneLine(item.text)}\n`
    : `${indent}${where}: ${safeText(nameOf(item))}\n`;
}

function nameOf(item: RawItem): string {
  const type = wordOf(item, "type") ?? wordOf(item, "role") ?? "item";
  const id = textOf(item, "call_id") ?? textOf(item, "id");
  return id === undefined ? type : `${type} ${id}`;
}
