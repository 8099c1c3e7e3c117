import { member } from "../document/json.ts";
import { fault, put, type Sink } from "./sink.ts";
import type { Entry, Place } from "./tree.ts";

/** Blanks the inline files that mounts name as credential files; anything else that would put such a file there, at its place or
 * above, is a fault (`_sanitize_raw_credential_file_sources`). */
export function cleanCredentialFiles(targets: ReadonlySet<Place>, sink: Sink): void {
  const blanked: Entry[] = [];
  const sources = new Set<Entry>();
  const above = new Set<Place>();
  for (const target of targets) {
    for (const entry of target.entries) {
      if (entry.type === "file") blanked.push(entry);
      else if (!isPlainFolder(entry)) sources.add(entry);
    }
    // Each place is looked at once, however many targets lie below it.
    for (let place = target.above; place !== undefined && !above.has(place); place = place.above) {
      above.add(place);
      for (const entry of place.entries) if (!isPlainFolder(entry)) sources.add(entry);
    }
  }
  for (const entry of [...sources].sort((a, b) => a.order - b.order)) {
    fault(sink, "sandbox-credential-file-source", entry.trail);
  }
  for (const entry of blanked) {
    put(sink, entry.value, entry.trail, "content", "");
  }
}

/** Holds nothing of its own: a `dir`, or a local folder without a source. */
function isPlainFolder(entry: Entry): boolean {
  const source = member(entry.value, "src");
  return entry.type === "dir" || (entry.type === "local_dir" && (source === undefined || source === null));
}
