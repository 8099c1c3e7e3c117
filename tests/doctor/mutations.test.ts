import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { repaired } from "../../src/doctor/check.ts";
import { isObject, type Json, type JsonObject } from "../../src/document/json.ts";
import { parseDocument } from "../../src/document/parse.ts";
import { examine, repairIds } from "./reports.ts";

/* A repair may name only what is there: doctor over each file of the corpus, as it is and with its members changed. */

const corpus = new URL("../../corpus/", import.meta.url);
const files = readdirSync(corpus, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
const kinds: readonly Json[] = [null, [], {}, 1];
const sessions = [null, { session_id: "s", items: [{ role: "user", content: "hello" }] }];

function documentIn(file: string) {
  const parsed = parseDocument(readFileSync(new URL(file, corpus), "utf8"));
  return "document" in parsed ? parsed.document : undefined;
}

/** Every third member in turn is of another kind; over the files each member gets each kind, with and without a session. */
test.each(files.sort().map((file, at) => [file, at] as const))("%s", (file, at) => {
  const checkpoint = documentIn(file)?.value;
  if (!isObject(checkpoint)) return;
  const variants = Object.keys(checkpoint).flatMap((key, place) =>
    (at + place) % 3 === 0 ? [{ ...checkpoint, [key]: kinds[(at + place) % 4] ?? null }] : [],
  );
  for (const [place, variant] of [checkpoint, ...variants].entries()) {
    const session = sessions[(at + place) % 2] ?? null;
    expect(() => examine(variant, session, { alone: true })).not.toThrow();
  }
});

test.each<[Json]>([[null], [[]], [{}]])("a recipient has no place where the processed response is %j", (processed) => {
  const state = documentIn("features/1.21-mcp-local-pending.json")?.value as JsonObject;
  const tool_origin = { type: "mcp", mcp_server_name: "files" };
  const waiting = JSON.parse(JSON.stringify(state.current_step)) as { data: { interruptions: JsonObject[] } };
  for (const item of waiting.data.interruptions) item.tool_origin = tool_origin;
  const ids = repairIds(
    examine({ ...state, current_step: waiting as never, last_processed_response: processed }, null),
  );
  expect(ids.filter((id) => id.startsWith("bind-"))).toEqual([]);
});

test("an edit that leads nowhere makes no document", () => {
  const document = documentIn("minimal/1.21.json");
  const edit = { op: "remove", path: ["no_such_key"] } as const;
  expect(document && repaired(document, [{ edit, reason: "" }])).toBe(null);
});
