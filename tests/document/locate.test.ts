import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeAt } from "../../src/document/place.ts";
import { documentOf } from "../parsed.ts";
import { spotsOf } from "./reference.ts";
import { jsonText } from "./texts.ts";

describe("spans", () => {
  test("of every value are those of a plain reader, in any order of asking", () => {
    fc.assert(
      fc.property(jsonText, fc.infiniteStream(fc.nat()), (text, order) => {
        const document = documentOf(text);
        const spots = spotsOf(text);
        const shuffled = spots.map((spot) => ({ spot, at: order.next().value })).sort((a, b) => a.at - b.at);
        for (const { spot } of shuffled) {
          expect(document.span(spot.path)).toEqual({ start: spot.start, end: spot.end });
          expect(document.place(spot.path)).toEqual(placeAt(text, spot.start));
          expect(document.span(spot.path.map(String))).toEqual({ start: spot.start, end: spot.end });
        }
      }),
      { numRuns: 400 },
    );
  });

  test("of what does not exist: none, and the place of the nearest ancestor", () => {
    const document = documentOf('{\n  "a": {\n    "b": [1]\n  }\n}');
    expect(document.span(["a", "c"])).toBeUndefined();
    expect(document.span(["a", "b", "length"])).toBeUndefined();
    expect(document.span(["a", "b", "01"])).toBeUndefined();
    expect(document.span(["constructor"])).toBeUndefined();
    expect(document.place(["a", "c", "d"])).toMatchObject({ line: 2, column: 8 });
    expect(document.place(["a", "b", 0, "x"])).toMatchObject({ line: 3, column: 11 });
    expect(document.place(["x"])).toMatchObject({ line: 1, column: 1 });
  });

  test("a key that stands elsewhere too, plain, escaped or in a string, is not mistaken", () => {
    const document = documentOf('{"x": {"some_long_key": 1}, "\\u0073ome_long_key": 2.0}');
    expect(document.numberText(["some_long_key"])).toBe("2.0");
    expect(document.numberText(["x", "some_long_key"])).toBe("1");
    const quoted = documentOf('{"x": "\\"some_long_key\\": 7", "some_long_key": 2}');
    expect(quoted.numberText(["some_long_key"])).toBe("2");
  });
});

describe("numbers", () => {
  test.each(["1", "-1", "0", "-0", "9007199254740993", "9".repeat(400), `-${"9".repeat(400)}`])(
    "%s is an int",
    (literal) => {
      const document = documentOf(`[${literal}]`);
      expect(document.isInteger([0])).toBe(true);
      expect(document.numberText([0])).toBe(literal);
    },
  );

  test.each(["1.0", "1e0", "1E5", "-0.0", "1e400", "NaN", "Infinity", "-Infinity", "0.5", "true", '"1"', "null"])(
    "%s is none",
    (literal) => {
      expect(documentOf(`{"k": ${literal}}`).isInteger(["k"])).toBe(false);
    },
  );
});
