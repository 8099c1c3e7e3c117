import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { pointerOf } from "../../src/document/pointer.ts";
import { corpusState } from "../parsed.ts";
import { judged, pendingWith } from "./checkpoint.ts";

function found(state: JsonObject): string[] {
  return judged(state)
    .findings.filter(({ rule }) => rule === "object-printed")
    .map(({ path }) => pointerOf(path));
}

it("tells of objects that the writer had no JSON for", () => {
  expect(found(corpusState("quirks/object-printed"))).toEqual([
    "/context/context/client",
    "/generated_items/2/output",
    "/input_guardrail_results/0/output/outputInfo",
  ]);
});

describe("a text of the context", () => {
  const inContext = (value: Json) =>
    found(pendingWith((_, context) => Object.assign(context, { context: { deep: [{ value }] } })));

  it.each([
    "<app.Client object at 0x7f5dff6cd350>",
    "<function f at 0x104f3a0>",
    "<bound method A.b of <A object at 0x1>>",
  ])("is an object: %s", (text) => expect(inContext(text)).toEqual(["/context/context/deep/0/value"]));

  it.each(["<b>bold</b>", "at 0x7f5dff6cd350", "Client(name='a')", "order=7", ""])("is a text: %s", (text) =>
    expect(inContext(text)).toEqual([]),
  );
});

describe("a verdict of a guardrail", () => {
  const inVerdict = (outputInfo: Json) =>
    found(
      pendingWith((state) => {
        const guardrail = { type: "input", name: "polite" };
        state.input_guardrail_results = [{ guardrail, output: { tripwireTriggered: false, outputInfo } }];
      }),
    );

  it.each(["allowed=True reason='ok'", "main.<locals>.Verdict(allowed=True)", "Verdict(score=0.5)"])(
    "is a model or a dataclass: %s",
    (text) => expect(inVerdict(text)).toEqual(["/input_guardrail_results/0/output/outputInfo"]),
  );

  it.each(["polite", "score = 5", "off-topic (see rule 3)", null])("is not: %s", (text) =>
    expect(inVerdict(text)).toEqual([]),
  );

  it("may be of any length", () => expect(inVerdict("x".repeat(30_000_000))).toEqual([]));
});
