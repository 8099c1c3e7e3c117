import { expect, test } from "vitest";
import { familyOf } from "../../src/document/family.ts";
import { isManifest } from "../../src/document/manifest.ts";

test.each([
  [{ $schemaVersion: "1.21", current_agent: {}, original_input: "" }, "python"],
  [{ $schemaVersion: "1.0", currentAgent: {}, originalInput: "" }, "javascript"],
  [{ $schemaVersion: "1.0", originalInput: "", max_turns: 1 }, "python"],
  [{ currentAgent: {} }, "javascript"],
  [{ $schemaVersion: "1.0" }, "python"],
  [{ constructor: 1 }, null],
  [[], null],
  [null, null],
  ["{}", null],
])("family of %j", (value, family) => {
  expect(familyOf(value)).toBe(family);
});

test("a manifest is told by its mark", () => {
  expect([{ runstateManifest: 1 }, { runstateManifest: 2 }, {}, [1], null].map(isManifest)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
