import { plural } from "../../plural.ts";
import type { SettlePath } from "../../settle/paths.ts";
import { hanging, wrap } from "../terminal/layout.ts";
import { safeText } from "../terminal/safe-text.ts";
import { shellLines } from "../terminal/shell.ts";
import type { SettleReport } from "./json.ts";
import { drawSessions, type PictureSettings } from "./picture.ts";
import {
  becauseOf,
  goodSentences,
  isStuck,
  loadSentence,
  outcomeSentence,
  recordSentence,
  troubleOf,
} from "./words.ts";

export interface SettleTextSettings extends PictureSettings {
  readonly quiet: boolean;
  /** The command that looks for the way out. */
  readonly doctor: string;
}

/** A settle as a story: what happens and why, the session before and after, where the record goes, what may follow. */
export function settleText(report: SettleReport, settings: SettleTextSettings): string {
  const { result } = report;
  const { paint, columns } = settings;
  const good = result.error === null && troubleOf(result).bad.length === 0;
  const title = `${safeText(report.file)}: ${result.outcome} (row ${result.row}, openai-agents ${report.sdk})`;
  const head = `${good ? paint.good(title) : paint.error(title)}\n${wrap(outcomeSentence(result.outcome), columns, "  ")}`;
  if (settings.quiet) return good ? "" : head;
  return [
    head,
    story(report, settings),
    report.detached ? "" : drawSessions(result.sessionBefore, result.sessionAfter, settings),
    state(report, settings),
    continuations(report, settings),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function story({ result }: SettleReport, { paint, columns }: SettleTextSettings): string {
  let text = "";
  let killed = "";
  result.steps.forEach((step, at) => {
    text += hanging(safeText(step.what), columns, `${`${at + 1}.`.padStart(4)} `);
    // What the error says stands at the end, where it is looked for.
    if (step.why !== result.error?.message)
      text += paint.faint(wrap(safeText(becauseOf(step.why)), columns, "       "));
    // A sentence that still holds is not said again.
    if (step.ifKilledHere !== killed) text += wrap(safeText(`Killed here: ${step.ifKilledHere}`), columns, "       ");
    killed = step.ifKilledHere;
  });
  return text;
}

function state({ result, notes, detached }: SettleReport, { paint, columns, doctor }: SettleTextSettings): string {
  const { bad, odd } = troubleOf(result);
  const step = result.stepAfter ?? "none";
  const labelled = (label: string, words: string) =>
    hanging(words, columns, `  ${label}  `.padEnd(10)).replace(label, paint.strong(label));
  let text = labelled("record", recordSentence(result));
  text += labelled("step", `${step}, ${plural(result.persistedCountAfter, "item")} of this turn counted as stored`);
  if (result.compaction !== null) {
    text += `  ${paint.strong("compaction")}  ${result.compaction.when}\n`;
    text += wrap(result.compaction.why, columns, "    ");
  }
  if (result.error !== null) {
    const place = result.error.pointer === "" ? "" : ` (${safeText(result.error.pointer)})`;
    text += paint.error(wrap(`${result.error.message}${place}`, columns, "  "));
  }
  const unloadable = loadSentence(result);
  if (unloadable !== undefined) text += paint.error(wrap(unloadable, columns, "  "));
  for (const sentence of bad) text += paint.error(wrap(safeText(sentence), columns, "  "));
  for (const sentence of odd) text += paint.warning(wrap(safeText(sentence), columns, "  "));
  if (!detached) for (const sentence of goodSentences(result)) text += wrap(sentence, columns, "  ");
  if (isStuck(result)) {
    text += `  The way out:\n${shellLines(safeText(doctor), columns, "    ")}`;
    if (result.row !== "-") text += `  About the row: runstate explain ${result.row}\n`;
  }
  for (const note of notes) text += paint.faint(wrap(safeText(note), columns, "  "));
  return text;
}

function continuations({ paths }: SettleReport, { paint, columns }: SettleTextSettings): string {
  if (paths.length === 0) return "";
  const lines = endingAlike(paths);
  const widest = Math.max(...lines.map(({ outcome }) => outcome.length));
  const told = lines.map((line) =>
    hanging(optionsOf(line), columns, `  ${line.row.padEnd(3)}  ${line.outcome.padEnd(widest)}  `),
  );
  return paint.strong(wrap("What may follow (settle again with one word of each option):", columns)) + told.join("");
}

type Choice = "exit" | "decide" | "gate";

/** How a resume may end, and the words of the options that lead there. */
type Ending = Readonly<Record<Choice | "row" | "outcome", string>>;

function endingAlike(paths: readonly SettlePath[]): readonly Ending[] {
  // The gate alone may refuse the resume, whatever is decided and however the turn would end.
  const isRefused = (state: string) => paths.every(({ gate = "", row }) => gate !== state || row === "G");
  const endings = paths.map(
    ({ gate = "", ...path }): Ending => ({ ...path, gate, ...(isRefused(gate) && { decide: "", exit: "" }) }),
  );
  return (["exit", "decide", "gate"] as const).reduce(joined, endings);
}

/** Endings that differ in nothing but this choice become one. */
function joined(endings: readonly Ending[], choice: Choice): readonly Ending[] {
  const groups = new Map<string, Ending>();
  for (const ending of endings) {
    const rest = JSON.stringify({ ...ending, [choice]: "" });
    const first = groups.get(rest);
    const words = first === undefined || first[choice] === "" ? ending[choice] : `${first[choice]}, ${ending[choice]}`;
    groups.set(rest, { ...ending, [choice]: words });
  }
  return [...groups.values()];
}

function optionsOf({ decide, exit, gate }: Ending): string {
  const state = gate === "" || gate === "on, off" ? "" : ` --gate ${gate}`;
  return `${decide === "" ? "any --decide and --then" : `--decide ${decide} --then ${exit}`}${state}`;
}
