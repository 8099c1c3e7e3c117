import { isObject, type Json, type JsonObject, member, type Path } from "../../document/json.ts";

/** Arguments that short cannot be nested too deep. */
export function mayBeTooDeep(raw: JsonObject): boolean {
  return typeof raw.arguments === "string" && raw.arguments.length > 900;
}

/** The part of an item with a call that spoils its fingerprint: what the item itself says of its tool goes before the raw item. */
export function unencodablePlace(data: JsonObject, path: Path, raw: JsonObject, rawPath: Path): Path {
  const key = data.tool_lookup_key;
  for (const name of ["name", "namespace"]) {
    if (isObject(key) && isMalformed(member(key, name))) return [...path, "tool_lookup_key", name];
  }
  return isMalformed(data.tool_name) ? [...path, "tool_name"] : malformedIn(raw, rawPath);
}

/** The first text in a call that cannot be encoded, or what has it for a key; the call itself when it stands behind an escape of its arguments. */
export function malformedIn(raw: JsonObject, path: Path): Path {
  return searchMalformed(raw, path) ?? path;
}

function searchMalformed(value: Json, path: Path): Path | undefined {
  if (isMalformed(value)) return path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (isMalformed(key)) return path;
    const found = searchMalformed(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isMalformed(text: unknown): boolean {
  return typeof text === "string" && !text.isWellFormed();
}
