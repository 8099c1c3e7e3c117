/** A version in two or three parts ("1.18", "0.22.3"), compared part by part as numbers: 1.9 < 1.10. */
export type Version = string;

/** A range of versions, both ends included; an absent end is open. */
export interface Range {
  readonly since?: Version;
  readonly until?: Version;
}

export function compareVersions(a: Version, b: Version): number {
  if (a === b) return 0;
  const left = partsOf(a);
  const right = partsOf(b);
  for (let part = 0; part < Math.max(left.length, right.length); part++) {
    const difference = (left[part] ?? 0) - (right[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The versions of the tables come again and again; what a document or a command line says must not fill this for ever. */
const split = new Map<Version, readonly number[]>();
const keptVersions = 500;

function partsOf(version: Version): readonly number[] {
  const known = split.get(version);
  if (known !== undefined) return known;
  const parts = version.split(".").map(Number);
  if (split.size < keptVersions) split.set(version, parts);
  return parts;
}

export function inRange(version: Version, range: Range | undefined): boolean {
  if (range === undefined) return true;
  if (range.since !== undefined && compareVersions(version, range.since) < 0) return false;
  return range.until === undefined || compareVersions(version, range.until) <= 0;
}
