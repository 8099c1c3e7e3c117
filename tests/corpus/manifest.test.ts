import { describe, expect, test } from "vitest";
import { readManifest } from "../../src/corpus/manifest.ts";

const digest = "a".repeat(64);
const entry = { file: "minimal/a.json", sha256: digest, provenance: "handmade", schema: "1.21", shows: "a file" };

function manifest(...files: unknown[]): string {
  return JSON.stringify({ runstateManifest: 1, files });
}

describe("a manifest", () => {
  test("an entry needs no expectations", () => {
    const [read] = readManifest(manifest(entry), "m");
    expect(read?.verdicts.size).toBe(0);
    expect(read?.resume.size).toBe(0);
  });

  test("verdicts and outlooks by release", () => {
    const [read] = readManifest(
      manifest({ ...entry, verdicts: { "0.24.0": "accepted" }, resume: { "0.24.0": "ok" } }),
      "m",
    );
    expect(read?.verdicts.get("0.24.0")).toBe("accepted");
    expect(read?.resume.get("0.24.0")).toBe("ok");
  });

  test("a relabelled file says what was emitted", () => {
    const relabelled = { ...entry, provenance: "relabelled" };
    expect(() => readManifest(manifest(relabelled), "m")).toThrow("/files/0/emittedVersion");
    const [read] = readManifest(manifest({ ...relabelled, emittedVersion: "1.9", emittedSha256: digest }), "m");
    expect(read?.emitted).toEqual({ version: "1.9", sha256: digest });
  });

  test.each([
    ["no JSON", "{", "is not JSON (line 1"],
    ["no manifest", "{}", '"runstateManifest": 1 is missing'],
    ["another version", '{"runstateManifest":2,"files":[]}', "is missing"],
    ["files that are no list", '{"runstateManifest":1,"files":{}}', "/files must be a list"],
    ["an entry that is no object", manifest(7), "/files/0 must be an object"],
    ["a way out of the corpus", manifest({ ...entry, file: "../a.json" }), "/files/0/file"],
    ["an absolute path", manifest({ ...entry, file: "/etc/passwd" }), "/files/0/file"],
    ["a way out with backslashes", manifest({ ...entry, file: "..\\a.json" }), "/files/0/file"],
    ["a short digest", manifest({ ...entry, sha256: "abc" }), "/files/0/sha256"],
    ["no description", manifest({ ...entry, shows: "" }), "/files/0/shows"],
    ["an unknown provenance", manifest({ ...entry, provenance: "found" }), "/files/0/provenance"],
    ["an unknown verdict", manifest({ ...entry, verdicts: { "0.24.0": "maybe" } }), "/files/0/verdicts"],
    ["an unknown outlook", manifest({ ...entry, resume: { "0.24.0": "maybe" } }), "/files/0/resume"],
    ["a file twice", manifest(entry, entry), "/files/1/file is listed twice"],
  ])("is refused: %s", (_, text, sentence) => {
    expect(() => readManifest(text, "m")).toThrow(sentence);
  });
});
