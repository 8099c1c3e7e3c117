import type { Json } from "../../src/document/json.ts";
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

function textOf({ base, patch, splice }: SingleFault): string {
  const text = bases[base] as string;
  if (splice !== undefined) return spliced(text, splice);
  let document = JSON.parse(text) as Json;
  for (const operation of patch ?? []) document = patched(document, operation);
  return JSON.stringify(document);
}

function spliced(text: string, edits: readonly Splice[]): string {
  let result = text;
  for (const edit of [...edits].sort((a, b) => b.at - a.at)) {
    const inserted = edit.insert.map(([piece, times]) => piece.repeat(times)).join("");
    result = result.slice(0, edit.at) + inserted + result.slice(edit.at + edit.delete);
  }
  return result;
}

function patched(document: Json, { op, path, value = null }: Operation): Json {
  const keys = path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop();
  if (last === undefined) return value;
  let parent = document as Record<string, Json> | Json[];
  for (const key of keys) parent = (parent as Record<string, Json>)[key] as Record<string, Json>;
  if (Array.isArray(parent)) {
    const at = last === "-" ? parent.length : Number(last);
    if (op === "add") parent.splice(at, 0, value);
    else if (op === "remove") parent.splice(at, 1);
    else parent[at] = value;
  } else if (op === "remove") delete parent[last];
  else Object.defineProperty(parent, last, { value, enumerable: true, writable: true, configurable: true });
  return document;
}
