import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkCorpus } from "../../src/corpus/check.ts";
import { checkFile, digestOf } from "../../src/corpus/check-file.ts";
import { entryOf } from "../../src/corpus/entry.ts";
import type { Expectation } from "../../src/corpus/expectation.ts";
import { expectationsOfSources } from "../../src/corpus/sdk-sources.ts";
import { newestReader, representativeReaders } from "../../src/readers/releases.ts";

const bytes = readFileSync("corpus/minimal/1.21.json");
const expected: Expectation = {
  file: "a.json",
  sha256: digestOf(bytes),
  schema: "1.21",
  verdicts: new Map([
    ["0.24.0", "accepted"],
    ["0.23.1", "rejected"],
  ]),
  resume: new Map(),
};

function missesOf(change: Partial<Expectation>, content: Buffer = bytes): string[] {
  return checkFile(content, { ...expected, ...change }).misses.map(({ rule }) => rule);
}

describe("checking a file", () => {
  test("as expected", () => expect(missesOf({})).toEqual([]));

  test("other bytes", () => expect(missesOf({}, Buffer.from(`${bytes.toString()}\n`))).toEqual(["corpus-digest"]));

  test("another label", () => expect(missesOf({ schema: "1.20" })).toEqual(["corpus-label"]));

  test("another verdict", () =>
    expect(missesOf({ verdicts: new Map([["0.24.0", "rejected"]]) })).toEqual(["corpus-verdict"]));

  test("another outlook", () =>
    expect(missesOf({ resume: new Map([["0.24.0", "unsafe"]]) })).toEqual(["corpus-outlook"]));

  test("a release that is not known", () => {
    expect(missesOf({ verdicts: new Map([["9.9.9", "accepted"]]) })).toEqual(["corpus-reader-unknown"]);
  });

  test("no JSON is rejected, not a crash", () => {
    const text = Buffer.from("{");
    expect(
      missesOf({ schema: null, sha256: digestOf(text), verdicts: new Map([["0.24.0", "rejected"]]) }, text),
    ).toEqual([]);
  });

  test("a relabelled file may differ in its label only", () => {
    const text = bytes.toString().replace('"$schemaVersion": "1.21"', '"$schemaVersion": "1.20"');
    const relabelled = { schema: "1.20", emitted: { version: "1.21", sha256: digestOf(bytes) } };
    const fresh = (content: Buffer) => missesOf({ ...relabelled, sha256: digestOf(content) }, content);
    expect(fresh(Buffer.from(text))).toEqual([]);
    expect(fresh(Buffer.from(text.replace('"current_turn": 1', '"current_turn": 2')))).toEqual(["corpus-relabelled"]);
  });
});

describe("checking a folder", () => {
  test("files that are missing or in no entry", () => {
    const results = [...checkCorpus([expected], new Set(["b.json"]), () => bytes)];
    expect(results.map(({ file, misses }) => [file, misses.map(({ rule }) => rule)])).toEqual([
      ["a.json", ["corpus-file-missing"]],
      ["b.json", ["corpus-file-unlisted"]],
    ]);
  });

  test("what no file covers", () => {
    const checking = checkCorpus([expected], new Set(["a.json"]), () => bytes);
    let step = checking.next();
    while (step.done !== true) step = checking.next();
    expect(step.value.versions).toContain("1.0");
    expect(step.value.versions).not.toContain("1.21");
    expect(step.value.rules).toContain("not-a-checkpoint");
  });
});

describe("a folder with the SDK's own sources.json", () => {
  const sources = {
    versions: { "1.21": { fixture: "minimal/v1_21.json" } },
    features: [{ fixture: "features/v1_20_note.json", version: "1.21" }],
    security: { fixture: "security/v1_21_keys.json", version: "1.21", sentinels: ["SENTINEL"] },
  };
  const names = ["minimal/v1_21.json", "negative/missing.json"];
  const read = expectationsOfSources(JSON.stringify(sources), names, "sources.json");

  test("entries, and what must be refused", () => {
    expect(read.map(({ file, verdicts }) => [file, verdicts.get(newestReader.release)])).toEqual([
      ["minimal/v1_21.json", "accepted"],
      ["features/v1_20_note.json", "accepted"],
      ["security/v1_21_keys.json", "accepted"],
      ["negative/missing.json", "rejected"],
    ]);
  });

  test("the file name must say the label of the entry", () => {
    expect(read[1]?.schema).not.toBe("1.21");
  });

  test("a secret that a migration leaves", () => {
    const text = Buffer.from(bytes.toString().replace('"Hello there."', '"SENTINEL"'));
    expect(read[2] === undefined ? [] : checkFile(text, read[2]).misses.map(({ rule }) => rule)).toEqual([
      "corpus-secret-left",
    ]);
  });
});

test("a new entry has the verdict of every schema version's newest release, and no outlook", () => {
  const entry = entryOf(bytes, { shows: "a file" }, (verdict) => `${verdict}.json`);
  expect(entry).toMatchObject({ file: "accepted.json", schema: "1.21", provenance: "handmade", shows: "a file" });
  expect(entry.verdicts["0.24.0"]).toBe("accepted");
  expect(entry.verdicts["0.23.1"]).toBe("rejected");
  expect(Object.keys(entry.verdicts)).toHaveLength(representativeReaders().length);
  expect(entry).not.toHaveProperty("resume");
});
