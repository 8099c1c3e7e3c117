import type { Json } from "./json.ts";

const form = /^(?:\d{1,3}(?:\.\d{1,3}){0,2}|draft-1\.18)$/;

/** A `$schemaVersion` that looks like a version; null for anything else, which is a value of the document and is printed nowhere. */
export function versionLabel(value: Json | undefined): string | null {
  return typeof value === "string" && form.test(value) ? value : null;
}
