import { asciiStyle } from "../../python/canonical-json.ts";
import { canonicalFromText } from "../../python/canonical-text.ts";
import { type RawItem, without } from "../../session/raw-item.ts";
import { sha256 } from "../../sha256.ts";
import type { SettleBehaviour } from "../behaviour.ts";
import { isInternal } from "./clean.ts";

/** SHA-256 (hex) of an item's canonical text, as the settle comparison takes it (`_fingerprint_or_repr`). Stores whose service gives
 * items their ids leave the top-level `id` out. */
export function digestOf(item: RawItem, ignoreIds: boolean, does: SettleBehaviour): string {
  // A row of a store may hold null: the SDK takes its repr.
  if (item.value === null) return sha256("None");
  const bare = without(item, (key) => isInternal(key, does) || (ignoreIds && key === "id"));
  const canonical = canonicalFromText(bare.text, asciiStyle, { constants: true });
  // Deeper than Python can walk: the SDK would take the item's repr, which nothing here can tell.
  const text = typeof canonical === "string" ? canonical : bare.text;
  return sha256(text);
}
