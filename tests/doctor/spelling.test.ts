import { expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState } from "../parsed.ts";
import { examine, findRepair, repairCheckpoint } from "./reports.ts";

/** A pause with one call, approved, in the newest label. */
const approved: JsonObject = corpusState("resume/1.21-approved");

/** Every value of a document through a function, as a store does it. */
function stored(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((one) => stored(one, change)));
  if (typeof value !== "object" || value === null) return change(value);
  return change(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, stored(one, change)])));
}

const isEmpty = (value: unknown) => typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** Each was resumed by 0.24.0 after the repair, with the same stores under 0.19.4, 0.22.3 and 0.23.1. */
it.each([
  ["empty objects as lists", (value: unknown) => (isEmpty(value) ? [] : value)],
  ["empty lists as objects", (value: unknown) => (isEmpty(value) ? {} : value)],
  ["flags as numbers", (value: unknown) => (typeof value === "boolean" ? Number(value) : value)],
  ["flags as texts", (value: unknown) => (typeof value === "boolean" ? String(value) : value)],
  ["null as an empty text", (value: unknown) => value ?? ""],
])("spells values as the reader asks for them: %s", (_, change) => {
  const document = stored(approved, change) as JsonObject;
  const causes = examine(document, null);
  expect(causes[0]).toMatchObject({ id: "refused-by-reader", confidence: "certain" });
  const mended = repairCheckpoint(document, findRepair(causes, "spell-values"));
  const left = examine(mended, null).filter(({ confidence }) => confidence === "certain");
  expect(left.map(({ id }) => id)).toEqual([]);
});

it("spells no value that somebody meant", () => {
  for (const odd of [{ pending_input: { a: 1 } }, { pending_input: "x" }, { context: { context: 3 } }]) {
    const repairs = examine({ ...approved, ...odd } as JsonObject, null).flatMap((cause) => cause.repairs);
    expect(repairs.map(({ id }) => id)).not.toContain("spell-values");
  }
});

it.each([
  ["conversation_id", "", null],
  ["previous_response_id", "", null],
  ["auto_previous_response_id", "false", false],
])("an odd %s is a conversation of the server to the SDK", (key, odd, meant) => {
  const document = { ...approved, [key]: odd };
  const [first] = examine(document, null);
  expect(first).toMatchObject({ id: "server-conversation", confidence: "certain" });
  expect(first?.evidence[0]?.pointer).toBe(`/${key}`);
  const mended = repairCheckpoint(document, findRepair(first === undefined ? [] : [first], "no-conversation"));
  expect(mended[key]).toBe(meant);
  expect(examine({ ...approved, [key]: null }, null).map(({ id }) => id)).not.toContain("server-conversation");
});

it("tells a checkpoint of Python whose keys were rewritten in camelCase from one of the JavaScript SDK", () => {
  const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const keys = Object.entries(approved).map(([key, value]) => [camel(key), value]);
  const [cause] = examine(Object.fromEntries(keys) as JsonObject, null);
  expect(cause).toMatchObject({ id: "javascript-checkpoint", confidence: "likely" });
  expect(cause?.evidence.map(({ pointer }) => pointer)).toContain("/sessionItems");
});

// Played in 0.24.0 with six pauses of this corpus: each call is asked for once more, and the run goes on.
it.each([
  ["null", { context: null }],
  ["missing", {}],
  ["a text", { context: "" }],
])("puts an empty context where it is %s", (_, odd) => {
  const { context, ...rest } = approved;
  const document = { ...rest, ...odd } as JsonObject;
  const mended = repairCheckpoint(document, findRepair(examine(document, null), "empty-context"));
  expect(mended).toEqual({ ...rest, context: {} });
});

// Played in 0.24.0: refused with the key, settled without it.
it("removes a key that no release has from a held write", () => {
  const state = corpusState("resume/1.21-held-write-second-park");
  const write = state.pending_session_write as JsonObject;
  const document = { ...state, pending_session_write: { ...write, written_by: "worker-1" } };
  expect(repairCheckpoint(document, findRepair(examine(document, null), "drop-keys"))).toEqual(state);
});
