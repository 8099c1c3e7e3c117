import { isObject, type Json, type JsonObject, type Path } from "../../document/json.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { isFalsy } from "../../python/truth.ts";
import { readAgent, resolveAgent } from "../agents.ts";
import type { ItemType } from "../item-type.ts";
import { iterate } from "../iterate.ts";
import { type Pass, report } from "../pass.ts";
import type { ItemReading, ItemsReading, Repeats } from "../reading.ts";
import { type ItemVerdict, judgeItem, kept } from "./item-kinds.ts";

const nothing: ItemsReading = { kept: [], dropped: [], length: 0 };

/** A list of run items (`_deserialize_items`): what is kept, what is dropped with or without a log line, what raises. An entry that
 * repeats an item which was kept is kept too. */
export function readItems(pass: Pass, value: Json | undefined, path: Path, repeats?: Repeats): ItemsReading {
  if (value === undefined) return nothing;
  const entries = iterate(value);
  if (entries === null) {
    report(pass, "items-not-a-list", path, { found: kindOf(value) });
    return nothing;
  }
  const keptItems: ItemReading[] = [];
  const dropped: number[] = [];
  const depth = pass.trail.length;
  pass.trail.push(...path);
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    const original = repeats?.at(index);
    if (original !== undefined) {
      const data = entry as JsonObject;
      keptItems.push({ index, data, type: original.type, raw: data.raw_item as Json });
      continue;
    }
    if (Array.isArray(value)) pass.trail.push(index);
    if (isObject(entry)) {
      const item = readItem(pass, entry, index);
      if (item === null) dropped.push(index);
      else keptItems.push(item);
    } else report(pass, "item-not-an-object", [], { found: kindOf(entry) });
    if (Array.isArray(value)) pass.trail.pop();
  }
  pass.trail.length = depth;
  return { kept: keptItems, dropped, length: entries.length };
}

/** The entry where the walk is. */
function readItem(pass: Pass, entry: JsonObject, index: number): ItemReading | null {
  const { type } = entry;
  if (isFalsy(type)) {
    report(pass, "item-without-type", []);
    return null;
  }
  const owner = readOwner(pass, entry);
  if (owner !== "found") {
    if (owner === "missing") report(pass, "item-without-agent", []);
    return null;
  }
  if (entry.raw_item === undefined) {
    report(pass, "item-without-raw-item", []);
    return null;
  }
  const verdict = judgeItem(pass, type as Json, entry);
  if (verdict === kept) return { index, data: entry, type: type as ItemType, raw: entry.raw_item };
  reportDropped(pass, verdict, entry);
  return null;
}

function readOwner(pass: Pass, entry: JsonObject): "found" | "missing" | "refused" {
  if (resolveAgent(pass, entry.agent) === "found") return "found";
  const fields = entry.type === "handoff_output_item" ? ["agent", "source_agent", "target_agent"] : ["agent"];
  for (const field of fields) {
    const reference = readAgent(pass, entry[field], [field]);
    if (reference !== "missing") return reference;
  }
  return "missing";
}

function reportDropped(pass: Pass, verdict: ItemVerdict, entry: JsonObject): void {
  if (verdict === kept) return;
  const type = typeof entry.type === "string" ? entry.type : "";
  if (verdict.why === "unknown-type") report(pass, "unknown-item-type", ["type"], { found: kindOf(entry.type) });
  else if (verdict.why === "identity-empty") report(pass, "agent-identity-empty", verdict.at);
  else if (verdict.why === "agents-missing") report(pass, "item-handoff-agents-missing", []);
  else if (verdict.why === "output-type-unknown") report(pass, "item-output-type-unknown", ["raw_item"]);
  else report(pass, "item-invalid", ["raw_item", ...verdict.at], { type, expected: verdict.expected });
}
