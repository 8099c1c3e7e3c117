import { describe, expect, it } from "vitest";
import { diagnose } from "../../src/doctor/diagnose.ts";
import { errorsOf } from "../../src/doctor/error-text.ts";
import type { JsonObject } from "../../src/document/json.ts";
import { judge } from "../../src/judge.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { corpusState, documentOf } from "../parsed.ts";
import { examine } from "./reports.ts";

const pause = corpusState("resume/1.21-approval-pending");

/** The causes with the places that show them, of a text as it stands. */
function causesOf(text: string, error: string): [string, string[]][] {
  const document = documentOf(text);
  const asked = { session: null, detached: false, agents: null, assume: new Map(), others: [] };
  const judgement = judge(document, { reader: newestReader });
  const causes = diagnose({ document, reader: newestReader, judgement, errors: errorsOf(error), ...asked });
  return causes.map(({ id, evidence }) => [id, evidence.map(({ pointer }) => pointer)]);
}

function withContext(text: string): string {
  const { context, ...rest } = pause;
  const placed = { ...rest, context: { ...(context as JsonObject), context: "HERE" } };
  return JSON.stringify(placed, null, 2).replace('"HERE"', text);
}

describe("a checkpoint that a store of strict JSON does not take", () => {
  // PostgreSQL 15: jsonb refuses each of these, and takes an integer of 400 digits.
  const postgres = "psycopg.errors.UntranslatableCharacter: unsupported Unicode escape sequence";

  it("shows what Python writes and JSON does not have", () => {
    const text = withContext('{"n": NaN, "i": [-Infinity, 1], "z": "a\\u0000b", "s": "\\ud83d", "k\\u0000": 1}');
    const [[id, places] = ["", []]] = causesOf(text, postgres);
    expect(id).toBe("refused-by-store");
    expect(places).toEqual(
      ["k\0", "n", "i/0", "z", "s"].map((key, at) => `/context/context${at === 0 ? "" : `/${key}`}`),
    );
  });

  it("shows nothing in one that every store takes", () => {
    const [[id, places] = ["", []]] = causesOf(
      withContext(`{"big": ${"9".repeat(400)}, "é": "\\ud83d\\ude00"}`),
      postgres,
    );
    expect([id, places]).toEqual(["refused-by-store", []]);
  });
});

// The live SDK (0.19.4, 0.22.3, 0.23.1, 0.24.0): to_string() raises with a datetime in a context that is a dict, with context_serializer too; with
// an object of a class as context it writes an empty one.
it("tells of a state that was not written where the context is a mapping", () => {
  const error = "TypeError: Object of type datetime is not JSON serializable";
  expect(causesOf(withContext('{"user": 1}'), error)[0]).toEqual(["state-not-written", ["/context/context"]]);
  expect(causesOf(withContext("null"), error)[0]).toEqual(["state-not-written", []]);
});

it("shows what only its maker takes back, in the checkpoint and in the session", () => {
  const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA" };
  const call = { type: "function_call", id: "call_9", call_id: `call_${"x".repeat(60)}`, name: "f", arguments: "{}" };
  const session = {
    session_id: "s",
    items: [{ role: "user", content: "hi" }, reasoning, call, { ...call, id: "__fake_id__", call_id: "c" }],
  };
  const error =
    "Error code: 400 - The encrypted content gAAA...DQ== could not be verified. Reason: organization_id did not match.";
  const [first] = examine(pause, session, { error });
  expect(first).toMatchObject({ id: "history-of-another-provider", confidence: "likely" });
  const places = first?.evidence.filter((one) => one.in === "session").map(({ pointer }) => pointer);
  expect(places).toEqual(["/1/encrypted_content", "/2/id", "/2/call_id"]);
  expect(examine(pause, session).map(({ id }) => id)).not.toContain("history-of-another-provider");
});
