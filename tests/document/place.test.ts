import fc from "fast-check";
import { expect, test } from "vitest";
import { placeAt, placer } from "../../src/document/place.ts";

/** Line and column by the plainest means. */
function counted(text: string, offset: number) {
  const before = text.slice(0, offset).split("\n");
  return { offset, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

test("line and column of any offsets, asked for in any order", () => {
  const line = fc.constantFrom("", "a", '  "key": 1,', "é\u2028", "x".repeat(300));
  const texts = fc.array(line, { maxLength: 300 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(texts, fc.array(fc.nat(), { maxLength: 20 }), (text, numbers) => {
      const placeOf = placer(text);
      for (const number of numbers) {
        const offset = number % (text.length + 1);
        expect(placeOf(offset)).toEqual(counted(text, offset));
        expect(placeAt(text, offset)).toEqual(counted(text, offset));
      }
    }),
  );
});

test("one line of 20 million characters is gone through once", () => {
  const text = `${"\n".repeat(70)}${"x".repeat(20_000_000)}`;
  const placeOf = placer(text);
  for (let offset = text.length; offset > text.length - 20; offset--) expect(placeOf(offset).line).toBe(71);
});
