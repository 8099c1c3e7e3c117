import { expect, test } from "vitest";
import { namedVersion, nearestVersion } from "../../src/versions/named.ts";
import { newestVersion } from "../../src/versions/registry.ts";

test.each([
  ["99.9", newestVersion.label],
  ["0.1", "1.0"],
  ["1", "1.0"],
  ["1.18.2", "1.18"],
  ["draft", "draft-1.18"],
  ["", newestVersion.label],
  ["../package", newestVersion.label],
])("the nearest of %j is %s", (label, nearest) => {
  expect(nearestVersion(label).label).toBe(nearest);
  expect(() => namedVersion(label)).toThrow(`the nearest is ${nearest}`);
});
