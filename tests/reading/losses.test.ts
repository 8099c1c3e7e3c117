import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject, Path } from "../../src/document/json.ts";
import { pointerOf } from "../../src/document/pointer.ts";
import { judge } from "../../src/judge.ts";
import { groupedBy } from "../../src/multimap.ts";
import { findReader, type Reader } from "../../src/readers/releases.ts";
import { rules } from "../../src/rules/index.ts";
import type { Severity } from "../../src/rules/rule.ts";
import { documentOf } from "../parsed.ts";

/** A part set to a value, and the releases that write it again as it was (`kept`) or otherwise (`lost`): recorded by loading and saving. */
interface Recorded {
  readonly file: string;
  readonly at: Path;
  readonly value: Json;
  readonly kept: readonly string[];
  readonly lost: readonly string[];
}

const lines = readFileSync(join(import.meta.dirname, "../vectors/losses.ndjson"), "utf8")
  .trim()
  .split("\n");
const recorded = lines.map((line) => JSON.parse(line) as Recorded);
const places = groupedBy(recorded, ({ file, at }) => `${pointerOf(at)} of ${file}`);

/** Whether this release is said to lose the part, or something in it, or what it is the first entry of. */
function isTold({ file, at, value }: Recorded, release: string, severities: readonly Severity[]): boolean {
  const state = JSON.parse(readFileSync(join(import.meta.dirname, "../../corpus", file), "utf8")) as JsonObject;
  const parent = at.slice(0, -1).reduce<Json>((inside, key) => (inside as JsonObject)[key] as Json, state);
  (parent as JsonObject)[at.at(-1) as string] = value;
  const { verdict, findings } = judge(documentOf(JSON.stringify(state)), { reader: findReader(release) as Reader });
  expect(verdict).toBe("accepted");
  const place = pointerOf(at);
  return findings.some(({ rule, path }) => {
    const found = pointerOf(path);
    return (
      severities.includes(rules[rule].severity) &&
      (found.startsWith(place) || place === `${found}/0` || place === `${found}/output`)
    );
  });
}

describe("a part of the wrong kind is told exactly where the release loses it", () => {
  for (const [place, cases] of places) {
    test(place, () => {
      for (const one of cases) {
        expect(one.kept.filter((release) => isTold(one, release, ["warning"]))).toEqual([]);
        expect(one.lost.filter((release) => !isTold(one, release, ["warning", "resume"]))).toEqual([]);
      }
    });
  }
});
