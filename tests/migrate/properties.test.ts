import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { parseDocument } from "../../src/document/parse.ts";
import { keepDropped } from "../../src/migrate/keep-dropped.ts";
import { migrate } from "../../src/migrate/migrate.ts";
import { migrateRestoring } from "../../src/migrate/migrate-restoring.ts";
import { applyHunks, hunksBetween } from "../../src/migrate/text-diff.ts";
import { cases, documentOf } from "./cases.ts";

const odd =
  '{"one": 1.0, "big": 1180591620717411303424, "e": 1e16, "E": 1E+2, "zero": -0.0, "minus": -0, "nan": NaN, "inf": -Infinity, ' +
  '"half": "\\ud800", "slash": "\\/", "esc": "\\u0041\\u00e9", "raw": "é漢😀", "__proto__": {"x": 1}, "constructor": null, "10": 1, "9": 2, "": [ ]}';

/** A document in one of many spellings, with odd values in the user's context. */
const spellings = fc
  .record({
    value: fc.constantFrom(...cases.map(({ input }) => input)),
    layout: fc.constantFrom<string | number>("", " ", "  ", "\t", 4, 7),
    newline: fc.constantFrom("\n", "\r\n"),
    end: fc.constantFrom("", "\n", "\r\n", " \n \n"),
    reversed: fc.boolean(),
    extra: fc.jsonValue({ maxDepth: 2 }),
  })
  .map(({ value, layout, newline, end, reversed, extra }) => {
    const members = Object.entries(value);
    const state = Object.fromEntries(reversed ? members.reverse() : members) as JsonObject;
    const context = { ...(state.context as JsonObject), context: { "@odd": 1, extra: extra as Json } };
    const text = JSON.stringify({ ...state, context, x_extra: [1, extra] }, undefined, layout);
    return text.replace(/\n/g, newline).replace(/"@odd": ?1/, () => `"odd": ${odd}`) + end;
  });

const targets = fc.constantFrom("1.21", "1.18", "1.17", "1.15", "1.13", "1.10", "1.9", "1.4", "1.0");

describe("migrate", () => {
  it("gives the same value by edits of the text and by edits of the value, and leaves the rest of the bytes alone", () => {
    fc.assert(
      fc.property(spellings, targets, (text, to) => {
        const source = documentOf(text);
        const { result, status } = migrate(source, { to });
        if (status !== "migrated" || result === null) return;
        expect(documentOf(result.text).value).toEqual(result.value);
        expect(result.text).toContain(odd);
        expect(source.text).toBe(text);
        expect(applyHunks(result.text, hunksBetween(text, result.text))).toBe(text);
      }),
      { numRuns: 150 },
    );
  });

  it("leaves a document of the same version as it is, and does nothing the second time", () => {
    fc.assert(
      fc.property(spellings, targets, (text, to) => {
        const source = documentOf(text);
        const same = migrate(source, { to: String((source.value as JsonObject).$schemaVersion) });
        expect([same.status, same.result?.text]).toEqual(["unchanged", text]);
        const once = migrate(source, { to });
        if (once.result === null) return;
        const twice = migrate(documentOf(once.result.text), { to });
        expect([twice.status, twice.result?.text]).toEqual(["unchanged", once.result.text]);
      }),
      { numRuns: 80 },
    );
  });

  it("restores the original from what was kept", () => {
    fc.assert(
      fc.property(spellings, targets, (text, to) => {
        const source = documentOf(text);
        const from = String((source.value as JsonObject).$schemaVersion);
        const down = migrate(source, { to });
        if (down.status !== "migrated" || down.result === null) return;
        const line = JSON.stringify(
          keepDropped({ file: "a.json", line: null, from, to }, source, down.result, down.edits),
        );
        const back = migrateRestoring(documentOf(down.result.text), { to: from }, JSON.parse(line));
        expect(back.result?.text).toBe(text);
        expect(line.length).toBeLessThan(text.length * 3);
      }),
      { numRuns: 80 },
    );
  });

  it("never throws, whatever single part of a document is something else", () => {
    const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<unknown>([], {}, "", null, -1));
    const paths = fc.constantFrom(
      ...[
        "context",
        "context.approvals",
        "context.function_tool_approvals",
        "context.tool_invocations",
        "current_step",
      ],
      ...[
        "last_processed_response",
        "last_processed_response.functions",
        "generated_items",
        "session_items",
        "model_responses",
      ],
      ...["pending_session_write", "sandbox", "pending_input", "max_turns", "current_agent", "original_input"],
    );
    fc.assert(
      fc.property(fc.constantFrom(...cases), targets, paths, anything, ({ input }, to, path, value) => {
        const state = structuredClone(input);
        const keys = path.split(".");
        const last = keys.pop() ?? "";
        const holder = keys.reduce<Json | undefined>((here, key) => (here as JsonObject | undefined)?.[key], state);
        if (typeof holder !== "object" || holder === null) return;
        (holder as JsonObject)[last] = value as Json;
        const read = parseDocument(JSON.stringify(state));
        if ("fault" in read) return;
        expect(["migrated", "unchanged", "refused", "invalid"]).toContain(migrate(read.document, { to }).status);
      }),
      { numRuns: 400 },
    );
  });
});
