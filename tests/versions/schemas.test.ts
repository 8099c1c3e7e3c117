import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { readManifest } from "../../src/corpus/manifest.ts";
import { allSchemas } from "../../src/versions/shapes/build.ts";

const schemas = new Map(allSchemas());
const ajv = new Ajv2020({ allErrors: true, discriminator: true, strictTypes: false, strictTuples: false });
const validators = new Map([...schemas].map(([label, schema]) => [label, ajv.compile(schema)] as const));
const entries = readManifest(readFileSync("corpus/manifest.json", "utf8"), "manifest.json");

function validatorOf(label: string): ValidateFunction {
  const validator = validators.get(label);
  if (validator === undefined) throw new Error(`no schema of ${label}`);
  return validator;
}

/** A corpus file as strict JSON: Python writes NaN and the infinities, which no JSON Schema knows. */
function load(file: string): unknown {
  const text = readFileSync(join("corpus", file), "utf8");
  return JSON.parse(text.replace(/(?<=[:[,]\s*)(?:NaN|-?Infinity)\b/g, "0"));
}

type Tree = Record<string, unknown>;

function change(file: string, path: readonly (string | number)[], value: unknown): unknown {
  const root = load(file) as Tree;
  let holder = root;
  for (const step of path.slice(0, -1)) holder = holder[step] as Tree;
  const last = path.at(-1) ?? "";
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return root;
}

describe("schemas", () => {
  test("the committed files are the generated ones", () => {
    for (const [label, schema] of schemas) {
      expect(JSON.parse(readFileSync(`schemas/${label}.json`, "utf8")), label).toEqual(schema);
    }
    expect(readdirSync("schemas").sort()).toEqual([...schemas.keys()].map((label) => `${label}.json`).sort());
  });

  test("integers have no bounds", () => {
    expect(JSON.stringify([...schemas.values()])).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  const real = entries.filter(({ provenance }) => provenance !== "handmade");
  test.each(real.map(({ file, schema }) => [file, schema ?? ""] as const))("%s is what %s writes", (file, label) => {
    const validate = validatorOf(label);
    expect(validate(load(file)) ? [] : validate.errors).toEqual([]);
  });

  const drafts = entries.filter(({ verdicts }) => verdicts.get("draft-1.18") === "accepted");
  test.each(drafts.map(({ file }) => file))("%s is what the draft writes", (file) => {
    const validate = validatorOf("draft-1.18");
    expect(validate(load(file)) ? [] : validate.errors).toEqual([]);
  });

  const pending = "resume/1.21-approval-pending.json";
  const write = "resume/1.21-pending-write-not-stored.json";
  const held = "resume/1.21-held-write-current-response.json";
  const record = "pending_session_write";
  test.each([
    ["another label", pending, ["$schemaVersion"], "1.20"],
    ["no turn", pending, ["current_turn"], undefined],
    ["a turn that is text", pending, ["current_turn"], "2"],
    ["an agent without a name", pending, ["current_agent", "name"], undefined],
    ["an unknown item type", pending, ["generated_items", 0, "type"], "telepathy_item"],
    ["an item without its raw item", pending, ["generated_items", 0, "raw_item"], undefined],
    ["an unknown step", pending, ["current_step", "type"], "next_step_dance"],
    ["no staged input", pending, ["pending_input"], undefined],
    ["a short digest", pending, ["context", "tool_invocations", "call_1", "fingerprint"], "abc"],
    ["a policy that is none", pending, ["reasoning_item_id_policy"], "drop"],
    ["usage without a count", pending, ["context", "usage", "requests"], undefined],
    ["a write with a key of its own", write, [record, "note"], "x"],
    ["a write without a key", write, [record, "before"], undefined],
    ["a write of nothing", write, [record, "items"], []],
    ["a boundary on an ordinary write", write, [record, "current_response"], { turn: 1, start: 0 }],
    ["a held write without its boundary", held, [record, "current_response"], undefined],
    ["a held write that was offered", held, [record, "before"], []],
    [
      "a terminal mark that is false",
      "resume/1.21-terminal-unrecoverable-first-run.json",
      ["terminal_unrecoverable"],
      false,
    ],
  ] as const)("1.21 does not write %s", (_, file, path, value) => {
    expect(validatorOf("1.21")(change(file, path, value))).toBe(false);
  });

  test("the keys of a pending write belong to its label", () => {
    expect(validatorOf("1.17")(change("resume/1.17-pending-write-not-stored.json", [record, "store"], null))).toBe(
      false,
    );
    expect(validatorOf("1.18")(change("resume/1.18-pending-write-not-stored.json", [record, "held"], false))).toBe(
      false,
    );
    expect(validatorOf("1.16")(change("minimal/1.16.json", ["max_turns"], null))).toBe(true);
    expect(validatorOf("1.9")(change("minimal/1.9.json", ["max_turns"], null))).toBe(false);
  });

  test("keys that the SDK does not know are ignored, as the SDK does", () => {
    expect(validatorOf("1.21")(change(pending, ["x_note"], 1))).toBe(true);
  });
});
