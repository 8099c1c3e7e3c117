import fc from "fast-check";
import { expect, test } from "vitest";
import { escapesOf } from "../../src/document/escapes.ts";
import { valuesNamed } from "../../src/document/scan.ts";

const found = (text: string, name = "at") =>
  escapesOf(text).hidesLetters() ? null : valuesNamed(text, name).map(({ start, end }) => text.slice(start, end));

test("members of a name are found at every level, in the order of the text", () => {
  expect(found('{"at": [1.0, {"at":2}] , "b": {"at"\n:\t"x"}}')).toEqual(['[1.0, {"at":2}]', "2", '"x"']);
});

test("a text that only says the name is no member, and one that hides letters cannot be told", () => {
  expect(found('["at", {"b": "at"}, "\\"at\\": 1"]')).toEqual([]);
  expect(found('{"\\u0061t": 1}')).toBeNull();
  expect(found('{"at": "\\u00e9"}')).toEqual(['"\\u00e9"']);
});

test("no member is missed", () => {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(1, 1.5, null, "at", '"at": 2', "\\"),
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom("at", "b", 'a"at'), tie("tree"), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
      const expected: unknown[] = [];
      JSON.stringify(value, (key, member) => {
        if (key === "at") expected.push(member);
        return member;
      });
      const texts = found(JSON.stringify(value, null, indent)) ?? [];
      // A key that ends in the name is taken along, which costs a look.
      for (const one of expected)
        expect(texts.map((text) => JSON.stringify(JSON.parse(text)))).toContain(JSON.stringify(one));
    }),
  );
});
