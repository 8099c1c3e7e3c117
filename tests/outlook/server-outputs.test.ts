import { expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState } from "../parsed.ts";
import { judged, resumeFindings } from "./checkpoint.ts";

const state: JsonObject = corpusState("quirks/server-output-unsent");
const found = (release: string, change: JsonObject = {}) =>
  resumeFindings(judged({ ...state, ...change }, release)).filter((line) => line.startsWith("server-output-unsent"));
const unsent = ["server-output-unsent /generated_items/2/raw_item"];

// Resumed with all sixteen releases; 0.14.4 and 0.14.5 by their code.
it("takes every output for sent up to 0.14.4, where the server keeps the conversation", () => {
  expect(["0.8.4", "0.12.0", "0.13.6", "0.14.4"].map((release) => found(release))).toEqual(Array(4).fill(unsent));
  expect(["0.14.5", "0.15.3", "0.19.4", "0.24.0"].flatMap((release) => found(release))).toEqual([]);
  expect(found("0.12.0", { previous_response_id: null })).toEqual([]);
  expect(found("0.12.0", { previous_response_id: null, conversation_id: "conv_1" })).toEqual(unsent);
});

// The answer to a call of a missing tool, with tool_not_found_behavior: 0.17.4, 0.21.0 and 0.22.0 left it out, 0.22.3 and 0.24.0 sent it.
it("takes the output of a call that the response does not list for sent up to 0.22.2", () => {
  const response = state.last_processed_response as { functions: JsonObject[] };
  const unlisted = { last_processed_response: { ...response, functions: response.functions.slice(1) } as never };
  expect(["0.12.0", "0.15.3", "0.17.4", "0.22.2"].map((release) => found(release, unlisted))).toEqual(
    Array(4).fill(unsent),
  );
  expect(["0.22.3", "0.24.0"].flatMap((release) => found(release, unlisted))).toEqual([]);
});
