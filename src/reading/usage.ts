import { isObject, type Json, type JsonObject, type Path } from "../document/json.ts";
import { isLaxInt } from "../items/lax.ts";
import { kindOf } from "../python/truth.ts";
import { iterate } from "./iterate.ts";
import { at, type Pass, report } from "./pass.ts";

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
  const before = pass.errors;
  readEntries(pass, value.request_usage_entries, path);
  if (pass.errors === before) readCounters(pass, value, counters, path);
}

function readEntries(pass: Pass, value: Json | undefined, path: Path): void {
  if (value === undefined || value === null || value === false || value === 0 || value === "") return;
  const entries = iterate(value);
  const entriesPath = [...path, "request_usage_entries"];
  if (entries === null) {
    report(pass, "usage-entries-unusable", entriesPath, { found: kindOf(value) });
    return;
  }
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] as Json;
    const entryPath = Array.isArray(value) ? [...entriesPath, index] : entriesPath;
    if (!isObject(entry)) {
      report(pass, "usage-entries-unusable", entryPath, { found: kindOf(entry) });
      return;
    }
    readDetails(pass, entry, entryPath);
    if (!readCounters(pass, entry, entryCounters, entryPath)) return;
  }
}

function readCounters(pass: Pass, usage: JsonObject, names: readonly string[], path: Path): boolean {
  for (const name of names) {
    const value = usage[name];
    if (value === undefined || (typeof value === "number" && Number.isSafeInteger(value))) continue;
    const counterPath = [...path, name];
    if (isLaxInt(value, typeof value === "number" ? pass.document.isInteger(at(pass, counterPath)) : undefined))
      continue;
    report(pass, "usage-not-an-integer", counterPath, { found: kindOf(value) });
    return false;
  }
  return true;
}

/** Token details that the reader cannot use become zeros (`_coerce_input_token_details`). */
function readDetails(pass: Pass, usage: JsonObject, path: Path): void {
  for (const [name, key] of [
    ["input_tokens_details", "cached_tokens"],
    ["output_tokens_details", "reasoning_tokens"],
  ] as const) {
    const value = usage[name];
    if (value === undefined) continue;
    const first = Array.isArray(value) && value.length > 0 ? value[0] : value;
    if (isObject(first) && Number.isSafeInteger(first[key])) continue;
    if (isObject(first) && first[key] !== undefined && isLaxInt(first[key])) continue;
    report(pass, "usage-details-zeroed", [...path, name], { found: kindOf(first as Json) });
  }
}
