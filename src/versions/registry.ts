import { compareVersions } from "../readers/range.ts";
import { type Reader, releases } from "../readers/releases.ts";
import { draft1_18 } from "./draft-1-18.ts";
import * as registered from "./index.ts";
import type { SchemaVersion } from "./version.ts";

/** Every label that a released reader knows, oldest first. The draft is not among them: its documents carry a label of these. */
export const versions: readonly SchemaVersion[] = Object.values(registered).sort((a, b) =>
  compareVersions(a.label, b.label),
);

export const draftVersion: SchemaVersion = draft1_18;

export const newestVersion: SchemaVersion = versions[versions.length - 1] as SchemaVersion;

const byLabel = new Map([...versions, draftVersion].map((version) => [version.label, version]));

/** The version of this label ("draft-1.18" too), or undefined. */
export function findVersion(label: string): SchemaVersion | undefined {
  return byLabel.get(label);
}

/** Releases that write it, oldest first; none for a label that was renumbered away before a release, and for the draft. */
export function writersOf(version: SchemaVersion): Reader[] {
  return releases.filter((reader) => reader.writes === version.label);
}

/** Whether some release writes it. The others are transitional: read by later releases, written by none. */
export function isReleased(version: SchemaVersion): boolean {
  return writersOf(version).length > 0;
}
