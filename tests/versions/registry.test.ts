import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareVersions } from "../../src/readers/range.ts";
import { newestReader, oldestReaderOf, releases } from "../../src/readers/releases.ts";
import {
  draftVersion,
  findVersion,
  isReleased,
  newestVersion,
  versions,
  writersOf,
} from "../../src/versions/registry.ts";

const all = [...versions, draftVersion];

describe("the registry of versions", () => {
  test("every version file is registered, under its own label", () => {
    const files = readdirSync("src/versions").filter((name) => /^v\d/.test(name));
    const names = versions.map(({ label }) => `v${label.replace(".", "-")}.ts`);
    expect(files.sort()).toEqual(names.sort());
  });

  test("labels are in order, each once", () => {
    for (const [at, version] of versions.entries()) {
      const next = versions[at + 1];
      if (next !== undefined) expect(compareVersions(version.label, next.label)).toBeLessThan(0);
    }
    expect(new Set(all.map(({ label }) => label)).size).toBe(all.length);
  });

  test("there is exactly one newest label, and it has an entry", () => {
    const newest = versions.filter((version) =>
      versions.every((other) => compareVersions(version.label, other.label) >= 0),
    );
    expect(newest).toEqual([newestVersion]);
    expect(findVersion(newestVersion.label)).toBe(newestVersion);
    expect(compareVersions(newestVersion.label, newestReader.writes)).toBeGreaterThanOrEqual(0);
  });

  test.each(all.map((version) => [version.label, version] as const))(
    "%s has a summary of one line",
    (_, { summary }) => {
      expect(summary).toMatch(/^\S.*\S$/);
      expect(summary).not.toContain("\n");
    },
  );

  test("no two versions have the same summary", () => {
    expect(new Set(all.map(({ summary }) => summary)).size).toBe(all.length);
  });

  test("every label that a release writes or reads is a version", () => {
    for (const { writes, reads } of releases) {
      expect(findVersion(writes), writes).toBeDefined();
      expect(findVersion(reads), reads).toBeDefined();
    }
  });

  test("released, transitional and draft versions", () => {
    const settled = versions.filter(({ label }) => compareVersions(label, "1.21") <= 0);
    const never = settled.filter((version) => !isReleased(version)).map(({ label }) => label);
    expect(never).toEqual(["1.3", "1.7", "1.8", "1.14", "1.19", "1.20"]);
    expect(writersOf(draftVersion)).toEqual([]);
    expect(oldestReaderOf("1.99")).toBeUndefined();
    expect(oldestReaderOf("1.19")?.release).toBe("0.24.0");
    expect(oldestReaderOf("1.3")?.release).toBe("0.10.2");
  });

  test("what is no label is not found", () => {
    for (const label of ["", "1", "1.99", "2.0", "__proto__", "constructor"])
      expect(findVersion(label)).toBeUndefined();
  });
});
