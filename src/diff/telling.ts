import type { Json } from "../document/json.ts";
import { versionLabel } from "../document/label.ts";
import { kindOf } from "../findings/kind-of.ts";
import { findInText } from "../secrets/text.ts";

const counted = new Set(["current_turn", "max_turns", "current_turn_persisted_item_count"]);

/** A version, a count or an id, the kind of what stands there instead; null for nothing. */
export function tell(key: string, value: Json | undefined): string | number | null {
  if (value === undefined || value === null) return null;
  return told(key, value) ?? kindOf(value);
}

function told(key: string, value: Json): string | number | null {
  if (counted.has(key)) return numberOrNull(value);
  if (key === "$schemaVersion") return versionLabel(value);
  return value === "" ? null : nameOrNull(value);
}

export function numberOrNull(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}

/** An id or a name, unless it looks like a secret. */
function nameOrNull(value: Json | undefined): string | null {
  return typeof value === "string" && findInText(value) === undefined ? value : null;
}
