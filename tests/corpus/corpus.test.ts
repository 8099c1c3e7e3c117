import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openCorpus } from "../../src/commands/inputs/corpus-folder.ts";
import { checkCorpus } from "../../src/corpus/check.ts";
import { readManifest } from "../../src/corpus/manifest.ts";
import { compareVersions } from "../../src/readers/range.ts";
import { type Reader, releases } from "../../src/readers/releases.ts";
import { isReleased, versions } from "../../src/versions/registry.ts";
import { corpusState } from "../parsed.ts";

const entries = readManifest(readFileSync("corpus/manifest.json", "utf8"), "manifest.json");

/** The newest release that was asked about the files. */
const asked = releases.findLast(({ release }) => entries.some(({ verdicts }) => verdicts.has(release))) as Reader;

describe("the corpus of this project", () => {
  test("every expectation holds", () => {
    const { expectations, present, read } = openCorpus("corpus");
    const missed = [...checkCorpus(expectations, present, read)].filter(({ misses }) => misses.length > 0);
    expect(missed.map(({ file, misses }) => ({ file, misses }))).toEqual([]);
  });

  test.each(versions.map(({ label }) => label))("%s has a minimal file", (label) => {
    expect(entries.some(({ file, schema }) => file === `minimal/${label}.json` && schema === label)).toBe(true);
  });

  const withFields = versions.filter(({ label, added }) => added.length > 0 && label !== "1.0");
  test.each(withFields.map(({ label }) => label))("%s has a file with what it brought", (label) => {
    const places = new RegExp(`^(?:features|resume)/${label.replace(".", "\\.")}-`);
    expect(entries.filter(({ file, schema }) => schema === label && places.test(file))).not.toEqual([]);
  });

  test("a label that no release wrote has no written file, and a written file names its release", () => {
    const never = new Set(versions.filter((version) => !isReleased(version)).map(({ label }) => label));
    for (const { file, schema, provenance, writer } of entries) {
      if (provenance !== "written") continue;
      expect(never.has(schema ?? ""), file).toBe(false);
      expect(writer, file).toBeDefined();
    }
  });

  test("everything below negative/ is refused by the newest release, everything else loads, the draft's files apart", () => {
    for (const { file, schema, verdicts } of entries) {
      // A label that is known before a release reads it.
      if (versions.some(({ label }) => label === schema && compareVersions(label, asked.reads) > 0)) continue;
      const reader = file.startsWith("draft-1.18/") ? "draft-1.18" : asked.release;
      const isNegative = file.includes("negative");
      expect(verdicts.get(reader), file).toBe(isNegative ? "rejected" : "accepted");
    }
  });

  test("a draft file with a held write is refused by every release", () => {
    const held = entries.filter(({ file }) => /^draft-1\.18\/held-/.test(file));
    expect(held.length).toBeGreaterThan(1);
    for (const { file, verdicts } of held) {
      const accepting = [...verdicts].filter(([, verdict]) => verdict === "accepted").map(([release]) => release);
      expect(accepting, file).toEqual(["draft-1.18"]);
    }
  });

  test("the file of the README waits for an approval", () => {
    const state: unknown = corpusState("resume/1.21-approval-pending");
    expect(state).toHaveProperty(["current_step", "type"], "next_step_interruption");
  });
});
