import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rewrap, suggestAt, unwrap } from "../../src/document/wrapper.ts";
import { documentOf } from "../parsed.ts";
import { jsonText } from "./texts.ts";

describe("unwrap", () => {
  test("an object: paths from the checkpoint, places of the file", () => {
    const unwrapped = unwrap(documentOf('{\n  "id": 7,\n  "state": {\n    "current_turn": 1.0\n  }\n}'), "/state");
    if (!("document" in unwrapped)) throw new Error("nothing found");
    const { document, wrapper } = unwrapped;
    expect(document.value).toEqual({ current_turn: 1 });
    expect(document.isInteger(["current_turn"])).toBe(false);
    expect(document.place(["current_turn"])).toMatchObject({ line: 4, column: 21 });
    expect(rewrap(wrapper, '{\n    "current_turn": 2\n  }')).toBe(
      '{\n  "id": 7,\n  "state": {\n    "current_turn": 2\n  }\n}',
    );
  });

  test("a string: decoded, at the place of the string", () => {
    const unwrapped = unwrap(documentOf('[\n"{\\"a\\": [1.0]}"]'), "/0");
    if (!("document" in unwrapped)) throw new Error("nothing found");
    expect(unwrapped.document.numberText(["a", 0])).toBe("1.0");
    expect(unwrapped.document.place(["a", 0])).toMatchObject({ line: 2, column: 1 });
  });

  test("what is not there, and what is no JSON", () => {
    const document = documentOf('{"a": {"b": "x y"}}');
    expect(unwrap(document, "/a/c/d")).toEqual({ missing: "/a" });
    expect(unwrap(document, "/a/b")).toMatchObject({ fault: { rule: "not-json", line: 1, column: 13 } });
  });

  test("and rewrap unchanged is the identity, changed it keeps the spelling of the rest", () => {
    fc.assert(
      fc.property(jsonText, fc.boolean(), fc.constantFrom('"\\/', '"é'), (inner, escaped, odd) => {
        const encoded = JSON.stringify(inner);
        const literal = escaped
          ? encoded.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
          : encoded;
        const text = ` {"x": ${odd}", "s": ${literal}, "n": 1.0}\n`;
        const unwrapped = unwrap(documentOf(text), "/s");
        if (!("wrapper" in unwrapped)) throw new Error("nothing found");
        expect(rewrap(unwrapped.wrapper, inner)).toBe(text);
        const changed = rewrap(unwrapped.wrapper, ` ${inner}é`);
        const again = unwrap(documentOf(changed), "/s");
        expect("fault" in again || "wrapper" in again).toBe(true);
        expect((documentOf(changed).value as { s: string }).s).toBe(` ${inner}é`);
        expect(changed.startsWith(` {"x": ${odd}", "s": " `)).toBe(true);
        expect(changed.endsWith(', "n": 1.0}\n')).toBe(true);
      }),
    );
  });

  test("escapes outside of the change stay", () => {
    const unwrapped = unwrap(documentOf('"{\\u0022a\\u0022: \\"\\/\\", \\"v\\": 1, \\u0022z\\u0022: 2}"'), "");
    if (!("wrapper" in unwrapped)) throw new Error("nothing found");
    expect(rewrap(unwrapped.wrapper, '{"a": "/", "v": "21", "z": 2}')).toBe(
      '"{\\u0022a\\u0022: \\"\\/\\", \\"v\\": \\"21\\", \\u0022z\\u0022: 2}"',
    );
  });
});

describe("suggestAt", () => {
  const state = { $schemaVersion: "1.21" };
  test.each([
    [{ a: 1, row: { state } }, "/row/state"],
    [[{ x: 1 }, state], "/1"],
    [JSON.stringify(state), ""],
    [{ "a/b": JSON.stringify(state) }, "/a~1b"],
    [
      { message: { data: Buffer.from(JSON.stringify({ ...state, current_turn: 2 })).toString("base64") } },
      "/message/data",
      true,
    ],
    [{ a: [1, 2, "x".repeat(80)] }, undefined],
    [null, undefined],
    [{ a: { b: { c: { d: { e: state } } } } }, undefined],
  ])("%j", (value, pointer, isBase64 = false) => {
    expect(suggestAt(value)).toEqual(pointer === undefined ? undefined : { pointer, isBase64 });
  });
});
