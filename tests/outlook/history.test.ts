import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { corpusState } from "../parsed.ts";
import { judged, pendingWith, resumeFindings } from "./checkpoint.ts";

/** The items of the real checkpoint: call_1, its output, call_2, which waits, and its approval. */
function items(state: JsonObject): Json[] {
  return state.generated_items as Json[];
}

// Each was resumed with 0.24.0, 0.19.4, 0.15.3 and 0.12.0: the model is sent the output, and not its call.
describe("an output without its call", () => {
  const found = (change: (state: JsonObject) => void) =>
    resumeFindings(judged(pendingWith(change))).filter((line) => line.startsWith("output-without-call"));

  it("of a call that waits and is not in the history", () => {
    expect(found((state) => items(state).splice(2))).toEqual([
      "output-without-call /last_processed_response/functions/0/tool_call",
    ]);
    // The approval is not sent.
    expect(found((state) => items(state).splice(2, 1))).toHaveLength(1);
    expect(found((state) => items(state).splice(3, 1))).toEqual([]);
  });

  it("of a call that ran", () => {
    const cut = (state: JsonObject) => {
      items(state).splice(0, 1);
      delete (state.context as JsonObject).tool_invocations;
    };
    expect(found(cut)).toEqual(["output-without-call /generated_items/0/raw_item"]);
    // The input has the call, or the server.
    expect(
      found((state) => {
        const [call] = items(state) as JsonObject[];
        state.original_input = [call?.raw_item as Json];
        cut(state);
      }),
    ).toEqual([]);
    expect(found((state) => cut(Object.assign(state, { conversation_id: "conv_1" })))).toEqual([]);
  });

  it("that has lost the id of its call", () => {
    const unnamed = (state: JsonObject) => {
      delete ((items(state)[1] as JsonObject).raw_item as JsonObject).call_id;
    };
    expect(found(unnamed)).toEqual(["output-without-call /generated_items/1/raw_item"]);
    // Up to 0.19.4 the reader drops it.
    const older: JsonObject = corpusState("resume/1.13-approval-pending");
    unnamed(older);
    expect(resumeFindings(judged(older, "0.19.4"))).toEqual([]);
    expect(resumeFindings(judged(older, "0.21.0"))).toEqual(["output-without-call /generated_items/1/raw_item"]);
  });

  it("of a hosted request that is decided and not in the history", () => {
    for (const release of ["0.8.4", "0.18.3", "0.19.4", "0.21.0", "0.24.0"]) {
      const state: JsonObject = corpusState("features/1.0-hosted-mcp-pending");
      state.generated_items = items(state).filter((item) => (item as JsonObject).type !== "mcp_approval_request_item");
      expect(resumeFindings(judged(state, release)).filter((one) => !one.startsWith("boundary"))).toEqual([
        "output-without-call /last_processed_response/mcp_approval_requests/0/request_item/raw_item",
      ]);
    }
  });

  it("of a run that has ended nothing is sent", () => {
    expect(found((state) => (state.current_step = items(state).splice(2) && null))).toEqual([]);
  });
});

// Resumed in 0.8.4, 0.15.3, 0.18.3, 0.19.4, 0.21.0 and 0.24.0; 0.20.0 by its code.
it("of two calls whose items share an id only the later one is sent up to 0.19.4", () => {
  const found = (release: string, id?: string) => {
    const state: JsonObject = corpusState("resume/1.0-approval-pending");
    for (const { type, raw_item: raw } of state.generated_items as JsonObject[])
      if (type === "tool_call_item" && id !== undefined) Object.assign(raw as JsonObject, { id });
    return resumeFindings(judged(state, release)).filter((line) => line.startsWith("output-without-call"));
  };
  const first = ["output-without-call /generated_items/1/raw_item"];
  expect(["0.8.4", "0.18.3", "0.19.4"].map((release) => found(release, "fc_1"))).toEqual([first, first, first]);
  expect([found("0.20.0", "fc_1"), found("0.24.0", "fc_1"), found("0.19.4", "__fake_id__"), found("0.19.4")]).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

// Played with 0.24.0, 0.22.3, 0.21.0, 0.19.4 and 0.18.3, where the id of a waiting call was changed in the model's response.
it("takes up a call that only the model's response has, since 0.19.3", () => {
  const state = pendingWith((changed) => {
    const last = (changed.model_responses as JsonObject[]).at(-1);
    for (const raw of (last?.output ?? []) as JsonObject[]) if (raw.type === "function_call") raw.call_id = "other";
  });
  const { findings, resume } = judged(state);
  expect([resume, findings.filter(({ rule }) => rule === "response-call-unknown").length]).toEqual(["unsafe", 1]);
});

// Played with 0.24.0 and 0.21.0: the call of the response runs beside the one that waits, and the server gets an output that it asked for none.
it("of a call that the server never made, where it keeps the conversation", () => {
  const state = pendingWith((changed) => {
    changed.conversation_id = "conv_1";
    const [queued] = (changed.last_processed_response as { functions: JsonObject[] }).functions;
    (queued?.tool_call as JsonObject).call_id = "other";
  });
  expect(resumeFindings(judged(state))).toContain("output-without-call /last_processed_response/functions/0/tool_call");
});
