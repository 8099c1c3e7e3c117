import { readFileSync, statSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Document } from "../../src/document/document.ts";
import type { Json, JsonObject, Path } from "../../src/document/json.ts";
import { parseDocument } from "../../src/document/parse.ts";
import { catalogs } from "../../src/items/generated/catalog.generated.ts";
import {
  type IntegerAt,
  type ItemModels,
  itemModels,
  type MessageStyle,
  type ModelName,
} from "../../src/items/models.ts";
import { releases } from "../../src/readers/releases.ts";

/* Answers of the released SDKs, recorded by scripts/items/fuzz.py; a longer run of it compares the same way. */
const recorded: readonly (readonly [release: string, style: MessageStyle])[] = [
  ["0.8.4", "plain"],
  ["0.15.3", "counts-missing"],
  ["0.17.4", "counts-missing"],
  ["0.18.3", "counts-missing"],
  ["0.19.4", "merciful"],
  ["0.24.0", "merciful"],
];

interface Case {
  readonly model: ModelName | "OutputItem" | "InputItem" | "message";
  readonly value: Json;
  readonly ok?: boolean;
  readonly taken?: string;
  readonly at?: Path;
  readonly dropped?: readonly Path[];
  readonly integerAt: IntegerAt;
}

function readCases(release: string): { openai: string; cases: Case[] } {
  const text = gunzipSync(readFileSync(`tests/vectors/items/cases-${release}.ndjson.gz`)).toString("utf8");
  const [head, ...lines] = text.trim().split("\n");
  return { openai: JSON.parse(head as string).openai, cases: lines.map(readCase) };
}

function readCase(line: string): Case {
  const { document } = parseDocument(line) as { document: Document };
  const fields = document.value as JsonObject & Omit<Case, "integerAt">;
  return { ...fields, integerAt: (path) => document.isInteger(["value", ...path]) };
}

function answer(models: ItemModels, style: MessageStyle, { model, value, integerAt }: Case): boolean | string {
  if (model === "message") return models.message(value, style, integerAt);
  if (model === "OutputItem") return models.outputItem(value, integerAt) === "ok";
  if (model === "InputItem") return models.droppedOfInputItem(value, integerAt) !== undefined;
  return models.accepts(model, value, integerAt);
}

function faultOf(models: ItemModels, { model, value, integerAt }: Case) {
  if (model === "OutputItem") return models.outputFault(value, integerAt);
  return models.fault(model as ModelName, value, integerAt);
}

const isPlain = ({ model }: Case) => model !== "message" && model !== "InputItem";

describe.each(recorded)("the item values of SDK %s", (release, style) => {
  const { openai, cases } = readCases(release);
  const models = itemModels(openai);

  test("are taken and refused as pydantic does", () => {
    expect(cases.length).toBeGreaterThan(600);
    expect(cases.filter((each) => answer(models, style, each) !== (each.ok ?? each.taken))).toEqual([]);
  });

  test("have a fault exactly when they are refused", () => {
    expect(cases.filter((each) => isPlain(each) && (faultOf(models, each) === undefined) !== each.ok)).toEqual([]);
  });

  test("lose the members that validation drops", () => {
    const droppable = cases.filter(({ dropped }) => dropped !== undefined);
    const lost = ({ model, value, integerAt }: Case) =>
      model === "InputItem" ? models.droppedOfInputItem(value, integerAt) : models.dropped(model as ModelName, value);
    expect(droppable.map(lost)).toEqual(droppable.map(({ dropped }) => dropped));
  });
});

test("a fault is told where it was made", () => {
  const { openai, cases } = readCases("0.24.0");
  const models = itemModels(openai);
  const single = cases.filter((each) => isPlain(each) && each.ok === false && each.at !== undefined);
  const near = single.filter((each) => isNear(faultOf(models, each)?.path ?? [], each.at as Path));
  expect(near.length / single.length).toBeGreaterThan(0.97);
});

/** The same place, its parent or its child. */
function isNear(a: Path, b: Path): boolean {
  const shared = Math.min(a.length, b.length);
  return Math.abs(a.length - b.length) <= 1 && a.slice(0, shared).join("/") === b.slice(0, shared).join("/");
}

test.each([
  [{ type: "message" }, [], "the key id"],
  [{ type: "function_call", call_id: "c", name: "n", arguments: {} }, ["arguments"], "a string"],
  [
    { type: "function_call", call_id: "c", name: "n", arguments: "", status: "done" },
    ["status"],
    "one of in_progress, completed, incomplete",
  ],
  [
    { type: "function_call", call_id: "c", name: "n", arguments: "", caller: { type: "x" } },
    ["caller", "type"],
    "one of direct, program",
  ],
  [{ type: "reasoning", id: "r", summary: [{ type: "summary_text", text: 1 }] }, ["summary", 0, "text"], "a string"],
  [{ id: "x" }, [], "the key type"],
])("%j", (value, path, expected) => {
  expect(itemModels("3.57.0").outputFault(value as Json)).toEqual({ path, expected });
});

test("every reader's package has a catalog, and a newer type is unknown to an older package", () => {
  for (const { openai } of releases) expect(itemModels(openai).outputItem({ type: "message" })).toBe("invalid");
  expect(itemModels("3.57.0").outputItem({ type: "program" })).toBe("invalid");
  expect(itemModels("2.36.0").outputItem({ type: "program" })).toBe("unknown-type");
  expect(itemModels("2.36.0").accepts("Program", { type: "program" })).toBe(false);
});

test("a value of any shape gets an answer", () => {
  const models = itemModels("3.57.0");
  for (const value of [
    null,
    true,
    1,
    "text",
    [],
    {},
    { type: [] },
    { type: "__proto__" },
    { type: "constructor" },
  ] as Json[]) {
    expect(models.outputItem(value)).toBe("unknown-type");
    expect(models.message(value, "merciful")).toBe("invalid");
    expect(models.fault("FunctionCallOutput", value)).toBeDefined();
    expect(models.droppedOfInputItem(value)).toBeUndefined();
  }
});

test("the spelling of a number beyond 64 bits decides only where it is known", () => {
  const models = itemModels("3.57.0");
  const cited = (index: number) => ({
    ...{ type: "message", id: "m", role: "assistant", status: "completed" },
    content: [{ type: "output_text", text: "", annotations: [{ type: "file_path", file_id: "f", index }] }],
  });
  expect(models.outputItem(cited(1e300))).toBe("ok");
  expect(models.outputItem(cited(1e300), () => false)).toBe("invalid");
  expect(models.outputItem(cited(Number.POSITIVE_INFINITY))).toBe("invalid");
  expect(models.outputItem(cited(Number.POSITIVE_INFINITY), () => true)).toBe("ok");
  const found = {
    type: "file_search_call",
    id: "f",
    queries: [],
    status: "completed",
    results: [{ score: Number.POSITIVE_INFINITY }],
  };
  expect(models.outputItem(found)).toBe("ok");
  expect(models.outputItem(found, () => true)).toBe("invalid");
});

test("a file of messages and function calls loads little", () => {
  const catalog = catalogs["3.57.0"]?.();
  const { message, function_call } = catalog?.outputTypes ?? {};
  const names = new Set([message, function_call, catalog?.models.ResponseFunctionToolCallByName]);
  const bytes = [...names].reduce((sum, name) => sum + statSync(`dist/items/${name}.js`).size, 0);
  expect(bytes).toBeLessThan(34_000);
});
