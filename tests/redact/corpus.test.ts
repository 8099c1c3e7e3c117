import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/document/json.ts";
import { parseDocument } from "../../src/document/parse.ts";
import { judge } from "../../src/judge.ts";
import { representativeReaders } from "../../src/readers/releases.ts";
import { redactDocument } from "../../src/redact/redact.ts";
import { itemOf } from "../../src/session/raw-item.ts";
import { documentOf } from "../parsed.ts";
import { play } from "../settle/play.ts";
import { key, redactValue, textOf } from "./redacted.ts";

const files = (readdirSync("corpus", { recursive: true }) as string[])
  .filter((file) => file.includes("/") && file.endsWith(".json"))
  .sort();

/** Sessions that a resume of the document could meet: without the batch of a pending write, and with it. */
function sessionsFor(value: Json): JsonObject[][] {
  const write = isObject(value) ? value.pending_session_write : undefined;
  const input = isObject(value) ? value.original_input : undefined;
  const asked: Json[] =
    typeof input === "string" ? [{ role: "user", content: input }] : Array.isArray(input) ? input : [];
  const batch = isObject(write) && Array.isArray(write.items) ? write.items : [];
  return (batch.length === 0 ? [asked] : [asked, [...asked, ...batch]]).map((items) => items.filter(isObject));
}

/** Syntax errors have no copy. */
const readable = files.flatMap((file) => {
  const parsed = parseDocument(textOf(readFileSync(`corpus/${file}`)));
  return "fault" in parsed ? [] : [{ file, document: parsed.document }];
});

describe.each(readable)("$file", ({ file, document }) => {
  const redaction = redactDocument(document, { key });
  const masked = documentOf(redaction.text);

  test("every release says the same of its masked copy", () => {
    for (const reader of representativeReaders()) {
      const [one, other] = [document, masked].map((each) => judge(each, { reader }));
      expect([reader.release, other?.verdict, other?.resume]).toEqual([reader.release, one?.verdict, one?.resume]);
    }
  });

  test("it settles in the same row, over a masked session too", () => {
    for (const items of sessionsFor(document.value)) {
      const session = items.map(itemOf);
      const copy = redactDocument(document, { key, session }).text;
      const maskedItems = items.map((item) => redactValue([item])[0] as JsonObject);
      for (const words of [
        [],
        ["--decide", "approve", "--then", "run-again"],
        ["--decide", "reject", "--then", "final"],
      ]) {
        const one = play(document.text, { id: null, items: session }, words);
        const other = play(copy, { id: null, items: maskedItems.map(itemOf) }, words);
        expect([file, other.row, other.outcome, other.appended.length]).toEqual([
          file,
          one.row,
          one.outcome,
          one.appended.length,
        ]);
      }
    }
  });

  test("it is the same under the same key, and its masked copy keeps the verdict when it is masked again", () => {
    expect(redactDocument(document, { key }).text).toBe(redaction.text);
    const again = documentOf(redactDocument(masked, { key }).text);
    const reader = representativeReaders()[0];
    if (reader === undefined) throw new Error("no reader");
    const [one, other] = [document, again].map((each) => judge(each, { reader }));
    expect([other?.verdict, other?.resume]).toEqual([one?.verdict, one?.resume]);
  });
});
