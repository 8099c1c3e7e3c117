import type { Document } from "../../document/document.ts";
import { isObject, type Path } from "../../document/json.ts";
import type { RunReading } from "../../reading/reading.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";
import { excerptOf } from "../excerpt.ts";
import { wrap } from "../terminal/layout.ts";
import { safeText } from "../terminal/safe-text.ts";

const longest = 2000;

/** Under `--show-values`: what the application put in, and what the waiting calls ask for, as the file spells it. */
export function valuesText(document: Document, run: RunReading, columns: number): string {
  const places: [name: string, path: Path][] = [
    ["original input", ["original_input"]],
    ["staged input", ["pending_input"]],
    ["context", ["context", "context"]],
  ];
  for (const { path, raw } of waitingApprovals(run)) {
    if (isObject(raw))
      places.push([`arguments of ${String(raw.call_id ?? raw.id)}`, [...path, "raw_item", "arguments"]]);
  }
  return places
    .map(([name, path]) => [name, excerptOf(document, path, longest)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => wrap(safeText(`${name}: ${value}`), columns, "  "))
    .join("");
}
