import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { parseDocument } from "../../src/document/parse.ts";
import { type DigestBehaviour, digestInputItem, digestSessionItem } from "../../src/python/input-item.ts";
import { dialectOf } from "../../src/readers/dialect.ts";
import { findReader } from "../../src/readers/releases.ts";

interface Row {
  session?: string;
  input?: string;
  digests: Record<string, Json>;
}

const releases: Record<string, DigestBehaviour> = Object.fromEntries(
  ["0.22.0", "0.22.3", "0.24.0"].map((release) => {
    const reader = findReader(release);
    if (reader === undefined) throw new Error(release);
    return [release, dialectOf(reader, reader.reads).does];
  }),
);

const { rows } = JSON.parse(readFileSync(new URL("../vectors/python/digests.json", import.meta.url), "utf8")) as {
  rows: Row[];
};

/** The only fault of a function call in the vectors is a status that is none. */
function isTyped(entry: JsonObject): boolean {
  const raw = entry.raw_item as JsonObject | null;
  return typeof raw?.status !== "object" || raw.status === null;
}

test.each(Object.keys(releases))("digests equal those that %s recorded", (release) => {
  const behaviour = releases[release] as DigestBehaviour;
  for (const row of rows) {
    const wanted = row.digests[release];
    if (wanted === "dropped") continue;
    const parsed = parseDocument(row.session ?? row.input ?? "");
    if ("fault" in parsed) throw new Error("vector is no JSON");
    const { document } = parsed;
    const place = { document, path: [] };
    const digest =
      row.session === undefined
        ? digestInputItem(document.value, behaviour, place)
        : digestSessionItem(document.value as JsonObject, behaviour, place, isTyped(document.value as JsonObject));
    expect(digest, row.session ?? row.input).toEqual(wanted);
  }
});
