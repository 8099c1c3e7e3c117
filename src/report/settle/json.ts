import { type RawItem, strictLine } from "../../session/raw-item.ts";
import type { SettlePath } from "../../settle/paths.ts";
import type { SettleResult } from "../../settle/simulate.ts";
import { type PendingWrite, recordShape } from "../../settle/write/record.ts";
import { tool } from "../../tool.ts";
import { formatVersion } from "../json.ts";
import { safeJson } from "../terminal/safe-text.ts";

/** A settle result with what stands around it. */
export interface SettleReport {
  readonly file: string;
  readonly sdk: string;
  readonly result: SettleResult;
  /** What may follow; empty under `--then`. */
  readonly paths: readonly SettlePath[];
  /** The resume has no session. */
  readonly detached: boolean;
  /** What the reader of the session had to tell. */
  readonly notes: readonly string[];
}

/** The result as JSON. Items stand as their store spells them (1.0 stays 1.0); only NaN and the infinities, which are no JSON,
 * stand as strings. */
export function settleJson(report: SettleReport, oneline: boolean): string {
  const { file, sdk, result, paths, notes } = report;
  const { sessionBefore, appended, sessionAfter, recordAfter, steps, record, row, outcome, error, gate, ...state } =
    result;
  const list = (items: readonly RawItem[]) => itemList(items, oneline);
  const told = steps.map((step) => safeJson(step));
  const fields: readonly (readonly [string, string])[] = [
    ...plain({ formatVersion, tool, file, sdk, record, row, outcome, error }),
    ["sessionBefore", list(sessionBefore)],
    ["appended", list(appended)],
    ["sessionAfter", list(sessionAfter)],
    ["recordAfter", recordAfter === null ? "null" : recordJson(recordAfter)],
    ...plain(state),
    ["steps", lines(told, oneline)],
    ["paths", lines(paths.map(pathJson), oneline)],
    ...plain({ gate, notes }),
  ];
  const [open, between, close] = oneline ? ["{", ",", "}"] : ["{\n  ", ",\n  ", "\n}"];
  return `${open}${fields.map(([key, json]) => `${JSON.stringify(key)}: ${json}`).join(between)}${close}\n`;
}

function plain(fields: object): [string, string][] {
  return Object.entries(fields).map(([key, value]) => [key, safeJson(value)]);
}

/** The option is called `--then`, and so is the key; no object here has a `then`, which would make it look like a promise. */
function pathJson({ decide, exit, ...rest }: SettlePath): string {
  return `{"decide":${safeJson(decide)},"then":${safeJson(exit)},${safeJson(rest).slice(1)}`;
}

function itemList(items: readonly RawItem[], oneline: boolean): string {
  return lines(
    items.map(({ text }) => strictLine(text)),
    oneline,
  );
}

function lines(entries: readonly string[], oneline: boolean): string {
  if (entries.length === 0) return "[]";
  return oneline ? `[${entries.join(",")}]` : `[\n    ${entries.join(",\n    ")}\n  ]`;
}

function recordJson(record: PendingWrite): string {
  const members = Object.entries(recordShape(record)).map(([key, value]) => {
    const json = key === "items" ? itemList(record.items, true) : safeJson(value);
    return `${JSON.stringify(key)}: ${json}`;
  });
  return `{${members.join(", ")}}`;
}
