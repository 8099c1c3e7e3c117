import { isObject, type Json } from "../../src/document/json.ts";
import type { SandboxEdit } from "../../src/sandbox/sink.ts";

/** The value after the edits; throws where an edit does not fit. */
export function applyEdits(value: Json, edits: readonly SandboxEdit[]): Json {
  const result = structuredClone(value);
  for (const { op, path, value: next } of edits) {
    const key = String(path.at(-1));
    let owner: Json | undefined = result;
    for (const step of path.slice(0, -1)) owner = isObject(owner) ? owner[step] : undefined;
    if (!isObject(owner) || Object.hasOwn(owner, key) === (op === "add"))
      throw new Error(`no place for ${op} of ${key}`);
    if (op === "remove") delete owner[key];
    else Object.defineProperty(owner, key, { value: next, enumerable: true, configurable: true, writable: true });
  }
  return result;
}
