import { UsageError } from "../errors.ts";
import { compareVersions } from "../readers/range.ts";
import { findReader } from "../readers/releases.ts";
import { draftVersion, findVersion, newestVersion, versions } from "./registry.ts";
import type { SchemaVersion } from "./version.ts";

/** The version that somebody names ("1.18", "draft-1.18"); throws UsageError with the nearest when there is none. */
export function namedVersion(label: string): SchemaVersion {
  const version = findVersion(label);
  if (version !== undefined) return version;
  throw unknownVersion(label);
}

/** The error over a name that is no version's. The numbers of releases are often given for those of versions. */
export function unknownVersion(label: string): UsageError {
  const release = findReader(label);
  if (release !== undefined)
    return new UsageError(`${label} is a release of openai-agents and no schema version; it writes ${release.writes}`);
  const what = label === "" ? "an empty text is no schema version" : `no schema version ${label}`;
  return new UsageError(`${what}; the nearest is ${nearestVersion(label).label}`);
}

/** By number, not by spelling: of 1.22 the nearest is 1.21, not 1.2. */
export function nearestVersion(label: string): SchemaVersion {
  if (label.startsWith("draft")) return draftVersion;
  const number = /\d+(\.\d+)*/.exec(label)?.[0];
  if (number === undefined) return newestVersion;
  return versions.findLast((version) => compareVersions(version.label, number) <= 0) ?? (versions[0] as SchemaVersion);
}
