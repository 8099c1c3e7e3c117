import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hashSlowly, sha256 } from "../src/sha256.ts";

function expected(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

test("texts of every length around the ends of blocks", () => {
  for (let length = 0; length < 260; length++)
    expect(hashSlowly("ä".repeat(length % 3) + "x".repeat(length))).toBe(
      expected("ä".repeat(length % 3) + "x".repeat(length)),
    );
});

test("any text, halves of surrogate pairs included", () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 500 }),
      (text) => hashSlowly(text) === expected(text) && sha256(text) === expected(text),
    ),
  );
});

test("a text of a megabyte", () => {
  const text = "0123456789€".repeat(100_000);
  expect(hashSlowly(text)).toBe(expected(text));
});
