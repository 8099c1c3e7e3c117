import { isObject, type Json, type JsonObject, type Path } from "../../document/json.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { isLaxInt } from "../../items/lax.ts";
import { isFalsy } from "../../python/truth.ts";
import { iterate } from "../iterate.ts";
import { at, type Pass, report } from "../pass.ts";

const counters = ["requests", "input_tokens", "output_tokens", "total_tokens"] as const;
const entryCounters = ["input_tokens", "output_tokens", "total_tokens"] as const;

/** `deserialize_usage`: the usage block of the context and of each model response. */
export function readUsage(pass: Pass, value: Json | undefined, path: Path): void {
  if (value === undefined) return;
  if (!isObject(value)) {
    report(pass, "usage-not-an-object", path, { found: kindOf(value) });
    return;
  }
  readDetails(pass, value, path);
  readEntries(pass, value.request_usage_entries, path);
  readCounters(pass, value, counters, path);
}

function readEntries(pass: Pass, value: Json | undefined, path: Path): void {
  if (value === undefined || value === null || value === false || value === 0 || value === "") return;
  const entries = iterate(value);
  if (entries === null) {
    report(pass, "usage-entries-unusable", [...path, "request_usage_entries"], { found: kindOf(value) });
    return;
  }
  const depth = pass.trail.length;
  pass.trail.push(...path, "request_usage_entries");
  for (let index = 0; index < entries.length; index++) {
    if (Array.isArray(value)) pass.trail.push(index);
    readEntry(pass, entries[index] as Json);
    if (Array.isArray(value)) pass.trail.pop();
  }
  pass.trail.length = depth;
}

function readEntry(pass: Pass, entry: Json): void {
  if (!isObject(entry)) {
    report(pass, "usage-entries-unusable", [], { found: kindOf(entry) });
    return;
  }
  readDetails(pass, entry, here);
  readCounters(pass, entry, entryCounters, here);
}

const here: Path = [];

/** The first wrong counter of each usage: the reader builds the others from the same object. */
function readCounters(pass: Pass, usage: JsonObject, names: readonly string[], path: Path): void {
  for (let place = 0; place < names.length; place++) {
    const name = names[place] as string;
    const value = usage[name];
    if (value === undefined || (typeof value === "number" && Number.isSafeInteger(value))) continue;
    const counterPath = [...path, name];
    const spelled = typeof value === "number" ? pass.document.isInteger(at(pass, counterPath)) : undefined;
    if (isLaxInt(value, spelled)) continue;
    report(pass, "usage-not-an-integer", counterPath, { found: kindOf(value) });
    return;
  }
}

/** Token details that the reader cannot use become zeros (`_coerce_input_token_details`). */
function readDetails(pass: Pass, usage: JsonObject, path: Path): void {
  readDetail(pass, usage.input_tokens_details, fitsInput, path, "input_tokens_details");
  readDetail(pass, usage.output_tokens_details, fitsOutput, path, "output_tokens_details");
}

function readDetail(pass: Pass, value: Json | undefined, fits: typeof fitsInput, path: Path, name: string): void {
  if (value === undefined) return;
  const first = Array.isArray(value) && value.length > 0 ? value[0] : value;
  if (isObject(first) && fits(first, pass)) return;
  report(pass, "usage-details-zeroed", [...path, name], { found: kindOf(first) });
}

/** One counter of the wrong kind, and the others are lost with it. */
function fitsInput(details: JsonObject, { dialect: { does } }: Pass): boolean {
  const { cached_tokens: cached, cache_write_tokens: written, cache_write_tokens_details: split } = details;
  if (!isCounter(cached) || (does.countsCacheWrites && !isFalsy(written) && !isCounter(written))) return false;
  if (!does.splitsCacheWrites || split === undefined || split === null) return true;
  return isObject(split) && isCounter(split.ttl_12h_tokens) && isCounter(split.ttl_30m_tokens);
}

function fitsOutput(details: JsonObject): boolean {
  return isCounter(details.reasoning_tokens);
}

function isCounter(value: Json | undefined): boolean {
  return value !== undefined && isLaxInt(value);
}
