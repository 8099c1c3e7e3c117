import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { type DigestBehaviour, digestInputItem, digestSessionItem } from "../../src/python/input-item.ts";
import { findReader } from "../../src/readers/releases.ts";
import { dialectOf } from "../../src/rules/dialect.ts";
import { documentOf } from "../parsed.ts";

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
    const document = documentOf(row.session ?? row.input ?? "");
    const place = { document, path: [] };
    const digest =
      row.session === undefined
        ? digestInputItem(document.value, behaviour, place)
        : digestSessionItem(document.value as JsonObject, behaviour, place, isTyped(document.value as JsonObject));
    expect(digest, row.session ?? row.input).toEqual(wanted);
  }
});

function digestIn(release: string, entry: JsonObject) {
  const reader = findReader(release);
  if (reader === undefined) throw new Error(release);
  return digestSessionItem(entry, dialectOf(reader, reader.reads).does);
}

// Recorded by 0.24.0: one of several filters is taken for a comparison only where nothing must be converted.
test.each([
  [false, "889d3fea6cc3901b7615e06d60a4e8ddcfcc65f492dd7730371cae8dcdd265db"],
  [true, "831faa6b7d44664edbd1cb33d34a702010248c97003d997c49b1d0727cd0f944"],
])("a boolean in the list of a filter (one of several: %s)", (isOneOfSeveral, sha256) => {
  const one = { key: "k", type: "in", value: ["a", true] };
  const filters = isOneOfSeveral ? { type: "and", filters: [one] } : one;
  const tools = [{ type: "file_search", vector_store_ids: ["v"], filters }];
  const raw = { id: "i", call_id: "c", type: "tool_search_output", execution: "server", status: "completed", tools };
  expect(digestIn("0.24.0", { type: "tool_search_output_item", raw_item: raw })).toEqual({ sha256 });
});

// Recorded by 0.19.4.
test("the output of a local shell call loses unknown members up to 0.19.4", () => {
  const raw = { id: "é", output: "é", type: "local_shell_call_output", caller: 1 };
  const entry = { type: "tool_call_output_item", raw_item: raw };
  const sha256 = "41e57c221fa3239dd6f4934b52e02a15886239eaeef1fa44fb71d5343b474183";
  expect(digestIn("0.19.4", entry)).toEqual({ sha256 });
  expect(digestIn("0.21.0", entry)).not.toEqual({ sha256 });
});
