import type { Checkpoint } from "./checkpoint.ts";
import { isObject, type Json, member } from "./json.ts";

export const manifestVersion = 1;

/** Whether what was read is the manifest of a corpus and no checkpoint: walks leave it out. */
export function holdsManifest(read: Checkpoint["read"]): boolean {
  return "document" in read && isManifest(read.document.value);
}

export function isManifest(value: Json): boolean {
  return isObject(value) && member(value, "runstateManifest") === manifestVersion;
}
