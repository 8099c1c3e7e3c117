import { isObject, type Json, member } from "./json.ts";

export const manifestVersion = 1;

/** Whether a document is the manifest of a corpus and no checkpoint: walks leave it out. */
export function isManifest(value: Json): boolean {
  return isObject(value) && member(value, "runstateManifest") === manifestVersion;
}
