import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Document } from "../../src/document/document.ts";
import { parseDocument } from "../../src/document/parse.ts";
import { judge, judgeEach } from "../../src/judge.ts";
import { newestReader } from "../../src/readers/releases.ts";

const corpus = join(import.meta.dirname, "../../corpus");

/** Checkpoints that are rejected, nested, edited and good, in one row. */
function documents(): Document[] {
  return ["resume", "negative"].flatMap((folder) =>
    readdirSync(join(corpus, folder)).flatMap((name) => {
      const parsed = parseDocument(readFileSync(join(corpus, folder, name), "utf8"));
      return "fault" in parsed ? [] : parsed.document;
    }),
  );
}

test.each([{}, { loadOnly: true }])("documents judged together and one by one are judged alike (%j)", (how) => {
  const options = { reader: newestReader, ...how };
  const shown = ({ reading: _, ...judgement }: ReturnType<typeof judge>) => judgement;
  const together = judgeEach(documents(), options).map(shown);
  expect(together.length).toBeGreaterThan(100);
  expect(new Set(together.map(({ verdict }) => verdict)).size).toBe(2);
  expect(together).toEqual(documents().map((document) => shown(judge(document, options))));
});
