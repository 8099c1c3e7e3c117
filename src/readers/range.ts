/** A version in two or three parts ("1.18", "0.22.3"), compared part by part as numbers: 1.9 < 1.10. */
export type Version = string;

/** A range of versions, both ends included; an absent end is open. */
export interface Range {
  readonly since?: Version;
  readonly until?: Version;
}

export function compareVersions(a: Version, b: Version): number {
  const left = a.split(".");
  const right = b.split(".");
  for (let part = 0; part < Math.max(left.length, right.length); part++) {
    const difference = Number(left[part] ?? 0) - Number(right[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function inRange(version: Version, range: Range | undefined): boolean {
  if (range === undefined) return true;
  if (range.since !== undefined && compareVersions(version, range.since) < 0) return false;
  return range.until === undefined || compareVersions(version, range.until) <= 0;
}
