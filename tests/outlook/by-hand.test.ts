import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { examine } from "../doctor/reports.ts";
import { corpusState, stepData } from "../parsed.ts";
import { soon } from "../soon.ts";
import { judged, pendingWith, resumeFindings, ruleNames } from "./checkpoint.ts";

const quirk = (name: string) => corpusState(`quirks/${name}`) as JsonObject;
const releases = ["0.21.0", "0.24.0"];

describe("a value that loads and that the resume cannot work with", () => {
  // Each was resumed with 0.8.4 to 0.24.0, the call approved: all raise.
  const values: readonly (readonly [key: string, value: Json, rule: string | null])[] = [
    ["current_turn", "1", "field-unusable"],
    ["current_turn", null, "field-unusable"],
    ["current_turn", [], "field-unusable"],
    ["current_turn", true, null],
    ["current_turn", 1.5, null],
    ["max_turns", "10", "field-unusable"],
    ["max_turns", {}, "field-unusable"],
    ["max_turns", true, "field-unusable"],
    ["original_input", null, "field-unusable"],
    ["original_input", 5, "field-unusable"],
    ["original_input", {}, null],
    ["original_input", ["x"], null],
    ["pending_input", ["x"], "field-unusable"],
    ["current_turn_persisted_item_count", "1", "stored-count-unusable"],
    ["current_turn_persisted_item_count", null, "stored-count-unusable"],
    ["current_turn_persisted_item_count", 1.5, null],
  ];
  it.each(values)("%s: %j", (key, value, rule) => {
    const at = key === "pending_input" ? "/pending_input/0" : `/${key}`;
    const found = resumeFindings(judged(pendingWith((root) => Object.assign(root, { [key]: value }))));
    expect(found).toEqual(rule === null ? [] : [`${rule} ${at}`]);
  });

  it("in the response and the history", () => {
    const used = (value: Json) =>
      resumeFindings(
        judged(
          pendingWith((root) => {
            (root.last_processed_response as JsonObject).tools_used = value;
          }),
        ),
      );
    const at = "field-unusable /last_processed_response/tools_used";
    expect([null, 5, true].map((value) => used(value))).toEqual([[at], [at], [at]]);
    expect(used(["a", []])).toEqual([`${at}/1`]);
    expect([used("x"), used({}), used([1, null])]).toEqual([[], [], []]);
    const items = pendingWith((root) => {
      ((root.generated_items as JsonObject[])[0] as JsonObject).raw_item = "x";
    });
    expect(resumeFindings(judged(items))).toContain("field-unusable /generated_items/0/raw_item");
    const without = pendingWith((root) => {
      delete root.model_responses;
    });
    expect(resumeFindings(judged(without))).toContain("interruption-without-response /model_responses");
  });

  it("is written as the number that its text names", () => {
    const [cause] = examine(quirk("turn-as-text"), null);
    expect(cause).toMatchObject({ id: "field-unusable", confidence: "certain" });
    expect(cause?.repairs.map(({ id }) => id)).toEqual(["number-of-current_turn"]);
    expect(resumeFindings(judged(quirk("input-null"), "0.12.0"))).toEqual(["field-unusable /original_input"]);
  });
});

describe("a list of waiting calls that was edited", () => {
  it.each(releases)("%s: an emptied one pauses again, and undecided calls of nested runs are lost", (release) => {
    expect(resumeFindings(judged(quirk("interruptions-emptied"), release))).toEqual([
      "waiting-calls-unlisted /current_step",
    ]);
    expect(resumeFindings(judged(quirk("nested-call-unlisted"), release))).toEqual([
      "nested-call-unlisted /last_processed_response/functions/0",
    ]);
    const decided = quirk("interruptions-emptied");
    (decided.context as JsonObject).approvals = { refund: { approved: ["call_a"], rejected: [] } };
    expect(resumeFindings(judged(decided, release))).toEqual([]);
  });

  it.each(releases)("%s: a masked id is no nested run that is missing", (release) => {
    expect(resumeFindings(judged(quirk("waiting-id-masked"), release))).toEqual([
      "waiting-id-changed /current_step/data/interruptions/0/raw_item/call_id",
    ]);
    expect(examine(quirk("waiting-id-masked"), null)[0]).toMatchObject({ id: "response-edited" });
  });

  it("costs no more than it is long: each masked id is looked up among the calls of the response", () => {
    const state = quirk("waiting-id-masked");
    const data = stepData(state);
    const processed = state.last_processed_response as { functions: JsonObject[] };
    const [waiting] = data.interruptions as [JsonObject];
    const [called] = processed.functions as [JsonObject];
    const withId = (entry: JsonObject, key: string, id: string): JsonObject => ({
      ...entry,
      [key]: { ...(entry[key] as JsonObject), call_id: id },
    });
    const places = Array.from({ length: 10_000 }, (_, index) => index);
    data.interruptions = places.map((index) => withId(waiting, "raw_item", `masked-${index}`));
    processed.functions = places.map((index) => withId(called, "tool_call", `call-${index}`));
    const found = soon(() => judged(state)).findings.filter(({ rule }) => rule === "waiting-id-changed");
    expect(found.map(({ args }) => args.other)).toEqual(places.map(() => "call-0"));
  });
});

describe("a context of the application in place of the run's", () => {
  it("has no decision, and can be wrapped", () => {
    expect(judged(quirk("context-replaced")).resume).toBe("asks-again");
    const [cause] = examine(quirk("context-replaced"), null);
    expect(cause).toMatchObject({ id: "context-replaced" });
    expect(cause?.repairs.map(({ id }) => id)).toEqual(["wrap-context"]);
  });
});

describe("a label that something took for a number", () => {
  it("is told with the one that fits, whether the file loads or not", () => {
    const repairs = (state: JsonObject) => examine(state, null)[0]?.repairs.map(({ id }) => id);
    for (const [name, whole] of [
      ["label-1.10-shortened", "1.10"],
      ["label-1.20-shortened", "1.20"],
    ] as const) {
      expect(ruleNames(judged(quirk(name)))).toContain("label-shortened");
      expect(ruleNames(judged(quirk(name)))).not.toContain("newer-than-label");
      expect(repairs(quirk(name))).toEqual([`relabel-${whole}`]);
      expect(repairs({ ...quirk(name), $schemaVersion: Number(whole) })).toEqual([`relabel-${whole}`]);
    }
    const rejected = quirk("label-1.20-shortened");
    (rejected.context as JsonObject).function_tool_approvals = [
      { agent: { name: "desk" }, tool_key: "x", decision: { approved: ["y"], rejected: [] } },
    ];
    expect(judged(rejected).verdict).toBe("rejected");
    expect(ruleNames(judged(rejected))).toContain("label-shortened");
  });

  it("not without those keys", () => {
    const { generated_prompt_cache_key: _, ...old } = quirk("label-1.10-shortened");
    expect(ruleNames(judged(old))).not.toContain("label-shortened");
    expect(ruleNames(judged({ ...quirk("context-replaced"), $schemaVersion: "1.2" }))).not.toContain("label-shortened");
  });
});

// Resumed with 0.24.0: the model is said to have reused the id, whatever was decided.
it("a queued call with another scope in the ledger cannot go on", () => {
  const state = pendingWith((_, context) => {
    const entry = (context.tool_invocations as JsonObject).call_2 as JsonObject;
    entry.approval_scope = "0".repeat(64);
  });
  expect(resumeFindings(judged(state))).toContain("queued-call-differs /last_processed_response/functions/0/tool_call");
});

describe("an approval in the spelling of the JavaScript SDK", () => {
  it("is told where its call stands", () => {
    const renamed = pendingWith((root) => {
      const [approval] = stepData(root).interruptions as [JsonObject];
      const { raw_item: call, ...rest } = approval;
      stepData(root).interruptions = [{ ...rest, rawItem: { ...(call as JsonObject), arguments: '{"to":"nobody"}' } }];
    });
    // 0.24.0 loads it, and its resume raises.
    expect(resumeFindings(judged(renamed))).toContain(
      "waiting-call-differs /current_step/data/interruptions/0/rawItem/arguments",
    );
  });
});
