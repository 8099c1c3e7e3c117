import { isObject, type JsonObject, member, type Path } from "../../document/json.ts";

/** Arguments that short cannot be nested too deep. */
export function mayBeTooDeep(raw: JsonObject): boolean {
  return typeof raw.arguments === "string" && raw.arguments.length > 900;
}

/** The part of an item with a call that spoils its fingerprint: what the item itself says of its tool goes before the raw item. */
export function unencodablePlace(data: JsonObject, path: Path, rawPath: Path): Path {
  const key = data.tool_lookup_key;
  for (const name of ["name", "namespace"]) {
    if (isObject(key) && isMalformed(member(key, name))) return [...path, "tool_lookup_key", name];
  }
  return isMalformed(data.tool_name) ? [...path, "tool_name"] : rawPath;
}

function isMalformed(text: unknown): boolean {
  return typeof text === "string" && !text.isWellFormed();
}
