import { isObject, type Json, type JsonObject, type Path } from "../document/json.ts";
import { isFalsy, kindOf } from "../python/truth.ts";
import { readAgent, resolveAgent } from "./agents.ts";
import { type ItemVerdict, judgeItem, kept } from "./item-kinds.ts";
import { iterate } from "./iterate.ts";
import { type Pass, report } from "./pass.ts";
import type { ItemReading, ItemsReading } from "./reading.ts";

const nothing: ItemsReading = { kept: [], dropped: [], length: 0 };

/** A list of run items (`_deserialize_items`): what is kept, what is dropped with or without a log line, what raises. */
export function readItems(pass: Pass, value: Json | undefined, path: Path): ItemsReading {
  if (value === undefined) return nothing;
  const entries = iterate(value);
  if (entries === null) {
    report(pass, "items-not-a-list", path, { found: kindOf(value) });
    return nothing;
  }
  const keptItems: ItemReading[] = [];
  const dropped: number[] = [];
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] as Json;
    if (!isObject(entry)) {
      report(pass, "item-not-an-object", Array.isArray(value) ? [...path, index] : path, { found: kindOf(entry) });
      continue;
    }
    const item = readItem(pass, entry, path, index);
    if (item === null) dropped.push(index);
    else keptItems.push(item);
  }
  return { kept: keptItems, dropped, length: entries.length };
}

function readItem(pass: Pass, entry: JsonObject, list: Path, index: number): ItemReading | null {
  const { type } = entry;
  if (isFalsy(type)) {
    report(pass, "item-without-type", [...list, index]);
    return null;
  }
  const owner = readOwner(pass, entry, list, index);
  if (owner !== "found") {
    if (owner === "missing") report(pass, "item-without-agent", [...list, index]);
    return null;
  }
  if (entry.raw_item === undefined) {
    report(pass, "item-without-raw-item", [...list, index]);
    return null;
  }
  const verdict = judgeItem(pass, type as Json, entry, [...list, index]);
  if (verdict === kept) return { index, data: entry, type: type as string, raw: entry.raw_item };
  reportDropped(pass, verdict, entry, [...list, index]);
  return null;
}

function readOwner(pass: Pass, entry: JsonObject, list: Path, index: number): "found" | "missing" | "refused" {
  if (resolveAgent(pass, entry.agent) === "found") return "found";
  const fields = entry.type === "handoff_output_item" ? ["agent", "source_agent", "target_agent"] : ["agent"];
  for (const field of fields) {
    const reference = readAgent(pass, entry[field], [...list, index, field]);
    if (reference !== "missing") return reference;
  }
  return "missing";
}

function reportDropped(pass: Pass, verdict: ItemVerdict, entry: JsonObject, path: Path): void {
  if (verdict === kept) return;
  const type = typeof entry.type === "string" ? entry.type : "";
  if (verdict.why === "unknown-type")
    report(pass, "unknown-item-type", [...path, "type"], { found: kindOf(entry.type) });
  else if (verdict.why === "identity-empty") report(pass, "agent-identity-empty", [...path, ...verdict.at]);
  else if (verdict.why === "agents-missing") report(pass, "item-handoff-agents-missing", path);
  else if (verdict.why === "output-type-unknown") report(pass, "item-output-type-unknown", [...path, "raw_item"]);
  else report(pass, "item-invalid", [...path, "raw_item", ...verdict.at], { type, expected: verdict.expected });
}
