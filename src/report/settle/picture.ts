import { isObject, member } from "../../document/json.ts";
import { type RawItem, textOf, wordOf } from "../../session/raw-item.ts";
import { isCall, isOutput, matchPairs, type Pair } from "../../settle/items/pairs.ts";
import type { Paint } from "../terminal/paint.ts";
import { safeText } from "../terminal/safe-text.ts";
import { clipped, padded } from "../terminal/width.ts";

/** Unchanged items that are drawn before the first new one. */
const context = 8;
/** New items that are drawn. */
const most = 40;
const lanes = 3;

export interface PictureSettings {
  readonly paint: Paint;
  readonly columns: number;
  readonly showValues: boolean;
}

/** The session before and after side by side: pairs are joined by a bracket, new items are marked. */
export function drawSessions(before: readonly RawItem[], after: readonly RawItem[], settings: PictureSettings): string {
  const start = Math.max(0, before.length - context);
  const width = Math.floor((settings.columns - 7) / 2);
  const end = Math.min(after.length, before.length + most);
  const rows = labelled(after, settings.showValues, start, end);
  const { paint } = settings;
  let text = `  ${paint.strong("before".padEnd(width))}   ${paint.strong("after")}\n`;
  if (start > 0)
    text += `  ${paint.faint(`… ${start} earlier`.padEnd(width))}   ${paint.faint(`… ${start} earlier`)}\n`;
  if (after.length === 0) return `${text}  ${paint.faint("(empty)".padEnd(width))}   ${paint.faint("(empty)")}\n`;
  rows.forEach((row, at) => {
    const old = start + at < before.length;
    const line = clipped(row, width);
    text += old ? `  ${padded(line, width)}   ${line}`.trimEnd() : `  ${"".padEnd(width)} ${paint.good(`+ ${line}`)}`;
    text += "\n";
  });
  if (end < after.length) text += `  ${"".padEnd(width)} ${paint.good(`+ … ${after.length - end} more`)}\n`;
  return text;
}

/** The brackets are those of the whole session: a call may stand above what is drawn, an output below. */
function labelled(items: readonly RawItem[], showValues: boolean, start: number, end: number): string[] {
  const brackets = bracketsOf(items).slice(start, end);
  return brackets.map((bracket, at) => `${bracket} ${labelOf(items[start + at] as RawItem, showValues)}`);
}

/** What an item is, in a few words: kind, id, tool name. Contents only when asked for. */
export function labelOf(item: RawItem, showValues: boolean): string {
  const role = wordOf(item, "role");
  const id = textOf(item, "call_id") ?? textOf(item, "approval_request_id") ?? textOf(item, "id");
  const what =
    role !== undefined
      ? `${role} message`
      : isCall(item)
        ? "call"
        : isOutput(item)
          ? "output"
          : (wordOf(item, "type") ?? "item");
  const name = role === undefined ? textOf(item, "name") : undefined;
  const parts = [what, role === undefined ? id : undefined, name, showValues ? contentOf(item) : undefined];
  return safeText(parts.filter((part) => part !== undefined).join(" "));
}

function contentOf(item: RawItem): string | undefined {
  if (!isObject(item.value)) return undefined;
  const content = member(item.value, "content") ?? member(item.value, "output") ?? member(item.value, "arguments");
  if (content === undefined) return undefined;
  return typeof content === "string" ? JSON.stringify(content) : JSON.stringify(content).slice(0, 200);
}

/** One column for each lane: a call opens a bracket, its output closes it; an output without a call gets a cross. */
function bracketsOf(items: readonly RawItem[]): string[] {
  const { pairs, openCalls, loneOutputs } = matchPairs(items);
  const grid = items.map(() => new Array<string>(lanes).fill(" "));
  const mark = (at: number, sign: string) => {
    (grid[at] as string[])[lanes - 1] = sign;
  };
  for (const at of loneOutputs) mark(at, "✗");
  for (const pair of pairs.toSorted((a, b) => a.to - a.from - (b.to - b.from))) drawPair(grid, pair);
  for (const at of openCalls) mark(at, "╶");
  return grid.map((row) => row.join(""));
}

/** The innermost lane that is free all the way; a pair without one is told by its ids alone. */
function drawPair(grid: readonly string[][], { from, to }: Pair): void {
  const rows = grid.slice(from, to + 1);
  for (let lane = lanes - 1; lane >= 0; lane--) {
    if (rows.some((row) => row[lane] !== " ")) continue;
    rows.forEach((row, at) => {
      row[lane] = at === 0 ? "╭" : at === rows.length - 1 ? "╰" : "│";
    });
    return;
  }
}
