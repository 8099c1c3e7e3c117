import { oneLine, type RawItem } from "../session/raw-item.ts";
import type { SettlePath } from "../settle/paths.ts";
import { type PendingWrite, recordShape } from "../settle/record.ts";
import type { SettleResult } from "../settle/simulate.ts";
import { safeJson } from "./safe-text.ts";

/** A settle result with what stands around it. */
export interface SettleReport {
  readonly file: string;
  readonly sdk: string;
  readonly result: SettleResult;
  /** What may follow; empty under `--then`. */
  readonly paths: readonly SettlePath[];
  /** What the reader of the session had to tell. */
  readonly notes: readonly string[];
}

/** The result as JSON. Items stand as their store spells them (1.0 stays 1.0, NaN stays NaN), in the dialect that Python writes. */
export function settleJson(report: SettleReport, oneline: boolean): string {
  const { file, sdk, result, paths, notes } = report;
  const {
    record,
    row,
    outcome,
    error,
    persistedCountAfter,
    stepAfter,
    reloads,
    pairing,
    pairingBefore,
    nextRun,
    compaction,
    steps,
    gate,
  } = result;
  const fields: readonly (readonly [string, string])[] = [
    ...plain({ file, sdk, record, row, outcome, error }),
    ["sessionBefore", itemList(result.sessionBefore, oneline)],
    ["appended", itemList(result.appended, oneline)],
    ["sessionAfter", itemList(result.sessionAfter, oneline)],
    ["recordAfter", result.recordAfter === null ? "null" : recordJson(result.recordAfter)],
    ...plain({
      persistedCountAfter,
      stepAfter,
      reloads,
      pairing,
      pairingBefore,
      nextRun,
      compaction,
      steps,
      paths,
      gate,
      notes,
    }),
  ];
  const [open, between, close] = oneline ? ["{", ",", "}"] : ["{\n  ", ",\n  ", "\n}"];
  return `${open}${fields.map(([key, json]) => `${JSON.stringify(key)}: ${json}`).join(between)}${close}\n`;
}

function plain(fields: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(fields).map(([key, value]) => [key, safeJson(value)]);
}

function itemList(items: readonly RawItem[], oneline: boolean): string {
  if (items.length === 0) return "[]";
  const lines = items.map(({ text }) => oneLine(text));
  return oneline ? `[${lines.join(",")}]` : `[\n    ${lines.join(",\n    ")}\n  ]`;
}

function recordJson(record: PendingWrite): string {
  const members = Object.entries(recordShape(record)).map(([key, value]) => {
    const json = key === "items" ? itemList(record.items, true) : safeJson(value);
    return `${JSON.stringify(key)}: ${json}`;
  });
  return `{${members.join(", ")}}`;
}
