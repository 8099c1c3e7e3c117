import { hunksBetween } from "../migrate/text-diff.ts";
import { safeText } from "./safe-text.ts";

const CONTEXT = 3;

/** Changed lines: `from` up to `until` of the old text stand for `at` up to `end` of the new one. */
interface Region {
  from: number;
  until: number;
  at: number;
  end: number;
}

/** The change of a JSON text in the form of `diff -u`. Without `values` strings are shown as "…", names of members
 * and short words of the SDK's own (labels, digests) apart: a document's values are nobody's business. */
export function unifiedDiff(name: string, old: string, now: string, values: boolean): string {
  const before = old.split("\n");
  const after = now.split("\n");
  const show = values ? safeText : (line: string) => safeText(masked(line));
  let text = `--- ${safeText(name)}\n+++ ${safeText(name)}\n`;
  for (const group of grouped(regionsOf(old, now))) text += groupText(group, before, after, show);
  return text;
}

function regionsOf(old: string, now: string): Region[] {
  const oldLines = lineStarts(old);
  const nowLines = lineStarts(now);
  const regions: Region[] = [];
  let shift = 0;
  for (const { at, length, text } of hunksBetween(old, now)) {
    const start = at + shift;
    const region = {
      from: lineAt(oldLines, start),
      until: lineAt(oldLines, start + text.length) + 1,
      at: lineAt(nowLines, at),
      end: lineAt(nowLines, at + length) + 1,
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

/** The line (from 0) that holds an offset. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Regions whose context touches are shown together. */
function grouped(regions: readonly Region[]): Region[][] {
  const groups: Region[][] = [];
  for (const region of regions) {
    const last = groups.at(-1);
    if (last !== undefined && region.from - (last.at(-1)?.until ?? 0) <= 2 * CONTEXT) last.push(region);
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
  const lead = Math.min(CONTEXT, first.from);
  const tail = Math.min(CONTEXT, before.length - last.until);
  const span = (start: number, end: number) => `${start + 1},${end - start}`;
  let text = `@@ -${span(first.from - lead, last.until + tail)} +${span(first.at - lead, last.end + tail)} @@\n`;
  const add = (mark: string, lines: readonly string[]) => {
    for (const line of lines) text += `${mark}${show(line)}\n`;
  };
  let from = first.from - lead;
  for (const region of group) {
    add(" ", before.slice(from, region.from));
    add("-", before.slice(region.from, region.until));
    add("+", after.slice(region.at, region.end));
    from = region.until;
  }
  add(" ", before.slice(from, from + tail));
  return text;
}

const literal = /"(?:[^"\\]|\\.)*"(?=(\s*:)?)/g;
const harmless = /^"(?:\d+\.\d+|[0-9a-f]{64}|[a-z_]+_(?:call|request|again|interruption))"$/;

/** String values of a line as "…"; what stands before a colon is a name. */
function masked(line: string): string {
  return line.replace(literal, (text, colon: string | undefined) =>
    colon !== undefined || harmless.test(text) ? text : '"…"',
  );
}
