import { isObject, type Json, type Path } from "../../document/json.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { isHashable, isTruthy } from "../../python/truth.ts";
import { type Pass, report } from "../pass.ts";
import type { ItemReading, ItemsReading, ProcessedReading } from "../reading.ts";

/** An item that the reader keeps, and where it is. */
export interface Placed {
  readonly item: ItemReading;
  readonly path: Path;
}

export function placed(list: Path, items: ItemsReading): Placed[] {
  return items.kept.map((item) => ({ item, path: [...list, item.index] }));
}

/** What stands in for a missing list of session items: the generated items, then the new ones of the response that are not among them
 * (`_merge_generated_items_with_processed`). The reader raises where an id cannot be looked up. */
export function mergeItems(pass: Pass, generated: ItemsReading, processed: ProcessedReading | null): readonly Placed[] {
  const merged = placed(["generated_items"], generated);
  const fresh = processed === null ? [] : placed(["last_processed_response", "new_items"], processed.newItems);
  if (fresh.length === 0) return merged;
  const seen = new Set<string | null>();
  for (const one of merged) {
    for (const field of ["id", "call_id"] as const) seen.add(keyOf(pass, one, field));
  }
  for (const one of fresh) {
    const call = keyOf(pass, one, "call_id");
    if (call !== null && seen.has(call)) continue;
    const id = keyOf(pass, one, "id");
    if (id !== null && seen.has(id)) continue;
    seen.add(call).add(id);
    merged.push(one);
  }
  return merged;
}

/** What an item is looked up by: its id or call id, with its type; null when it has none. */
function keyOf(pass: Pass, { item, path }: Placed, field: "id" | "call_id"): string | null {
  const { raw } = item;
  if (!isObject(raw) || !isTruthy(raw[field]) || isRemoved(pass, item, field)) return null;
  const type = raw.type ?? item.type;
  if (!isTruthy(type) && field === "id") return null;
  const unusable = isHashable(raw[field]) ? "type" : field;
  if (unusable === field || (isTruthy(type) && !isHashable(type))) {
    report(pass, "item-id-unusable", [...path, "raw_item", unusable], {
      field: unusable,
      found: kindOf(raw[unusable]),
    });
    return null;
  }
  return JSON.stringify([field, raw[field] as Json, isTruthy(type) ? type : null]);
}

/** Whether the key goes when the reader validates the item: unknown ones of plain mappings do. */
function isRemoved(pass: Pass, { type, raw }: ItemReading, field: string): boolean {
  if (type === "mcp_approval_response_item") return !pass.models.declaredKeys("McpApprovalResponse").has(field);
  if (type !== "handoff_output_item" && type !== "compaction_item") return false;
  return pass.models.droppedOfInputItem(raw)?.some((path) => path.length === 1 && path[0] === field) ?? false;
}
