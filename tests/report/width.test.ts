import { describe, expect, test } from "vitest";
import { hanging, table, wrap } from "../../src/report/terminal/layout.ts";
import { clipped, padded, widthOf } from "../../src/report/terminal/width.ts";

test.each([
  ["send_mail", 9],
  ["", 0],
  ["送信", 4],
  ["ﾒｰﾙ", 3],
  ["ＡＢ", 4],
  ["메일", 4],
  ["e\u0301te\u0301", 3],
  ["שָׁלוֹם", 4],
  ["a\u200db", 2],
  ["🙂", 2],
  ["👩‍💻 x", 4],
  ["👍🏽", 2],
  ["🤷‍♀️", 2],
  ["❤️ ™", 4],
  ["🇩🇪", 2],
  ["1️⃣", 2],
  ["…·é", 3],
])("%j fills %i columns", (text, width) => {
  expect(widthOf(text)).toBe(width);
});

describe("layout", () => {
  test("columns of a table stand below each other", () => {
    const text = table([
      ["送信", "x"],
      ["send_mail", "y"],
      ["🙂", "z"],
    ]);
    expect(text.split("\n").map((line) => widthOf(line.slice(0, -1)))).toEqual([11, 11, 11, 0]);
  });

  test("lines are broken by what they fill", () => {
    const text = wrap(Array(12).fill("送信").join(" "), 20, "  ");
    expect(text.split("\n").map(widthOf)).toEqual([16, 16, 16, 16, 0]);
    expect(hanging("a b", 10, "送: ")).toBe("送: a b\n");
    expect(hanging("aaaa bbbb", 10, "送: ")).toBe("送: aaaa\n    bbbb\n");
  });

  test("texts are padded and cut by it", () => {
    expect(padded("送", 4)).toBe("送  ");
    expect(clipped("送信する", 8)).toBe("送信する");
    expect([clipped("送信する", 7), clipped("送信する", 6), clipped("abcdef", 4)]).toEqual([
      "送信す…",
      "送信…",
      "abc…",
    ]);
  });
});
