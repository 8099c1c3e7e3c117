import { applyToValue } from "../../src/document/edits/apply-to-value.ts";
import type { Edit } from "../../src/document/edits/edit.ts";
import { splice } from "../../src/document/edits/splice.ts";
import type { Json } from "../../src/document/json.ts";
import { pathOf } from "../../src/document/pointer.ts";
import { readRows, readText, type Verdicts } from "./recorded.ts";

interface Operation {
  readonly op: "add" | "remove" | "replace";
  readonly path: string;
  readonly value?: Json;
}

interface Splice {
  readonly at: number;
  readonly delete: number;
  readonly insert: readonly (readonly [text: string, times: number])[];
}

/** One fault in one base file, as a JSON Patch or, where that cannot say it, as edits of the text. */
export interface SingleFault {
  readonly base: string;
  readonly fault: string;
  readonly pointer: string;
  readonly patch?: readonly Operation[];
  readonly splice?: readonly Splice[];
  readonly verdicts: Verdicts;
  /** Where the first error of the newest reader may point; absent when any place is right. */
  readonly places?: readonly string[];
  /** The document as a whole is a right place too. */
  readonly root?: boolean;
}

const bases = JSON.parse(readText("bases.json.gz")) as Record<string, string>;

/** Every recorded fault with its text. Number spellings of a patched document are those of its compact form. */
export function singleFaults(): { fault: SingleFault; text: string }[] {
  return readRows<SingleFault>("single-faults.ndjson.gz").map((fault) => ({ fault, text: textOf(fault) }));
}

function textOf({ base, patch = [], splice: splices }: SingleFault): string {
  const text = bases[base] as string;
  if (splices !== undefined)
    return splice(
      text,
      splices.map(stretchOf).toSorted((a, b) => a.start - b.start),
    );
  const edits = patch.map(({ op, path, value = null }) => ({ op, path: pathOf(path) ?? [], value }) as Edit);
  return JSON.stringify(applyToValue(JSON.parse(text), edits));
}

function stretchOf({ at, delete: length, insert }: Splice) {
  return { start: at, end: at + length, text: insert.map(([piece, times]) => piece.repeat(times)).join("") };
}
