import { isObject, type Json, member } from "../document/json.ts";
import type { Evidence } from "./cause.ts";
import { at } from "./evidence.ts";

/** Keys under which a label stands that lost its `$`: stores that take no key with it rename the key. */
const labelKeys = ["schemaVersion", "_schemaVersion", "schema_version", "$$schemaVersion", "＄schemaVersion"];

export function renamedLabel(value: Json): Evidence[] {
  if (!isObject(value)) return [];
  return labelKeys
    .filter((key) => typeof member(value, key) === "string")
    .map((key) => at(`/${key}`, "the label seems to stand here: call the key $schemaVersion again"));
}
