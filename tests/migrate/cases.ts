import { readFileSync } from "node:fs";
import type { Document } from "../../src/document/document.ts";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { isObject } from "../../src/document/json.ts";
import { documentOf as parsed } from "../parsed.ts";

/** A recorded migration: what a correct result holds, checked with `verified_with_release`. */
export interface Case {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly input: JsonObject;
  readonly expected: JsonObject;
  readonly expected_alternative?: JsonObject;
  readonly expected_when_forced?: JsonObject;
  readonly losses?: readonly { readonly class: string; readonly what: string }[];
}

const vectors = new URL("../vectors/migrate/", import.meta.url);

export const cases: readonly Case[] = readFileSync(new URL("cases.ndjson", vectors), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

function caseOf(name: string): Case {
  const found = cases.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no case ${name}`);
  return found;
}

/** A copy of a case's input to change. */
export function inputOf(name: string): JsonObject {
  return structuredClone(caseOf(name).input);
}

export function readVector(name: string): Json {
  return JSON.parse(readFileSync(new URL(name, vectors), "utf8")) as Json;
}

export function documentOf(value: Json | string, indent: number | undefined = 2): Document {
  return parsed(typeof value === "string" ? value : JSON.stringify(value, undefined, indent));
}

/** Members that the SDK writes from live tools or fills in on its own, so that right answers differ in them. */
const filledIn = new Set([
  "tool_origin",
  "tool_name",
  "tool_lookup_key",
  "request_id",
  "cache_write_tokens",
  "cache_write_tokens_details",
]);
const defaults: Readonly<Record<string, Json>> = { response_accepted: false, llm_end_hooks_started: true };

/** A document without what does not change its meaning: empty and absent is the same, and so is the default. */
export function meaning(value: Json): Json {
  if (Array.isArray(value)) return value.map(meaning);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key, part]) => !filledIn.has(key) && defaults[key] !== part);
  const parts = kept.map(([key, part]) => [key, meaning(part)] as const);
  return Object.fromEntries(parts.filter(([key, part]) => !isEmpty(part) && key !== "generated_session_item_indexes"));
}

function isEmpty(value: Json): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
