import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { draftReader, findReader, newestReader, releases } from "../../src/readers/releases.ts";
import { dialectOf } from "../../src/rules/dialect.ts";
import { rules } from "../../src/rules/index.ts";

const folder = join(import.meta.dirname, "../../src/rules");

describe("the table of rules", () => {
  it("holds each name once: a second one would silently take the place of the first", () => {
    const names = readdirSync(folder).flatMap((file) =>
      [
        ...readFileSync(join(folder, file), "utf8").matchAll(
          /^ {2}"?([a-z0-9-]+)"?: (?:error|warning|info|resumes)\(/gm,
        ),
      ].map((match) => match[1]),
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.length).toBe(Object.keys(rules).length);
  });

  it("gives a resume value to the resume rules and to no other", () => {
    for (const rule of Object.values(rules)) expect(rule.resume !== undefined).toBe(rule.severity === "resume");
  });

  it("names ranges that some release is in", () => {
    for (const [name, { readers }] of Object.entries(rules)) {
      for (const bound of [readers?.since, readers?.until]) {
        if (bound !== undefined) expect(findReader(bound), `${name}: ${bound}`).toBeDefined();
      }
    }
  });
});

describe("a dialect", () => {
  it("keeps the draft and the released readers apart", () => {
    expect(dialectOf(draftReader, "1.18").on["draft-write-key-unknown"]).toBe(true);
    expect(dialectOf(draftReader, "1.18").on["held-needs-1-19"]).toBe(false);
    for (const reader of releases) expect(dialectOf(reader, "1.18").on["draft-write-key-unknown"]).toBe(false);
    expect(dialectOf(newestReader, "1.18").on["held-needs-1-19"]).toBe(true);
  });

  it("compares labels as numbers", () => {
    expect(dialectOf(newestReader, "1.9").on["ledger-not-an-object"]).toBe(false);
    expect(dialectOf(newestReader, "1.15").on["ledger-not-an-object"]).toBe(true);
  });
});
