import { lastUpTo } from "../../document/place.ts";
import { COLON, endOfString, skipBlank } from "../../document/scan.ts";
import { hunksBetween } from "../../migrate/text-diff.ts";
import { safeText } from "../terminal/safe-text.ts";

const contextLines = 3;

/** Changed lines: `from` up to `until` of the old text stand for `at` up to `end` of the new one. */
interface Region {
  from: number;
  until: number;
  at: number;
  end: number;
}

/** How the lines of a diff are printed. `masked`: strings as "…", names of members and short words of the SDK's own (labels, digests) apart,
 * for a document's values are nobody's business. `escaped`: for the eye, without what moves a cursor. `exact`: for `patch`. */
export type DiffStyle = "masked" | "escaped" | "exact";

/** The change of a JSON text in the form of `diff -u`. */
export function unifiedDiff(name: string, old: string, now: string, style: DiffStyle): string {
  const before = linesOf(old, style);
  const after = linesOf(now, style);
  let text = `--- ${safeText(name)}\n+++ ${safeText(name)}\n`;
  for (const group of grouped(regionsOf(old, now))) text += groupText(group, before, after, printers[style]);
  return text;
}

/** Lines, with their ends but for `masked`. */
function linesOf(text: string, style: DiffStyle): string[] {
  return style === "masked" ? text.split("\n") : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}

const printers: Readonly<Record<DiffStyle, (line: string) => string>> = {
  masked: (line) => `${safeText(masked(line))}\n`,
  escaped: (line) => {
    const end = /\r?\n?$/.exec(line)?.[0] ?? "";
    return ended(safeText(line.slice(0, line.length - end.length)) + end);
  },
  exact: ended,
};

/** `patch` has to be told when a file ends within a line. */
function ended(line: string): string {
  return line.endsWith("\n") ? line : `${line}\n\\ No newline at end of file\n`;
}

function regionsOf(old: string, now: string): Region[] {
  const oldLines = lineStarts(old);
  const nowLines = lineStarts(now);
  const regions: Region[] = [];
  let shift = 0;
  for (const { at, length, text } of hunksBetween(old, now)) {
    const start = at + shift;
    const region = {
      from: lastUpTo(oldLines, start),
      until: lastUpTo(oldLines, start + text.length) + 1,
      at: lastUpTo(nowLines, at),
      end: lastUpTo(nowLines, at + length) + 1,
    };
    shift += text.length - length;
    const last = regions.at(-1);
    if (last !== undefined && (region.from < last.until || region.at < last.end)) {
      last.until = Math.max(last.until, region.until);
      last.end = Math.max(last.end, region.end);
    } else regions.push(region);
  }
  return regions;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Regions whose context touches are shown together. */
function grouped(regions: readonly Region[]): Region[][] {
  const groups: Region[][] = [];
  for (const region of regions) {
    const last = groups.at(-1);
    if (last !== undefined && region.from - (last.at(-1)?.until ?? 0) <= 2 * contextLines) last.push(region);
    else groups.push([region]);
  }
  return groups;
}

function groupText(
  group: readonly Region[],
  before: readonly string[],
  after: readonly string[],
  show: (line: string) => string,
): string {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return "";
  const lead = Math.min(contextLines, first.from);
  // Behind a line break at the end of a text stands no line, though a change can reach to there.
  const until = Math.min(last.until + contextLines, before.length);
  const end = Math.min(last.end + until - Math.min(last.until, before.length), after.length);
  const span = (start: number, stop: number) => `${start + 1},${stop - start}`;
  let text = `@@ -${span(first.from - lead, until)} +${span(first.at - lead, end)} @@\n`;
  const add = (mark: string, lines: readonly string[]) => {
    for (const line of lines) text += mark + show(line);
  };
  let from = first.from - lead;
  for (const region of group) {
    add(" ", before.slice(from, region.from));
    add("-", before.slice(region.from, region.until));
    add("+", after.slice(region.at, region.end));
    from = region.until;
  }
  add(" ", before.slice(from, until));
  return text;
}

const harmless = /^"(?:\d+\.\d+|[0-9a-f]{64}|[a-z_]+_(?:call|request|again|interruption))"$/;

/** String values of a line as "…"; what stands before a colon is a name. */
function masked(line: string): string {
  let text = "";
  let from = 0;
  for (let open = line.indexOf('"'); open !== -1; open = line.indexOf('"', from)) {
    const end = endOfString(line, open);
    const literal = line.slice(open, end);
    const isName = line.charCodeAt(skipBlank(line, end)) === COLON;
    text += line.slice(from, open) + (isName || harmless.test(literal) ? literal : '"…"');
    from = end;
  }
  return text + line.slice(from);
}
