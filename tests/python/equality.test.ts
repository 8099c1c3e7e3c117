import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Json } from "../../src/document/json.ts";
import { parseDocument } from "../../src/document/parse.ts";
import { equalInPython } from "../../src/python/equality.ts";

test("equality is that which Python recorded", () => {
  const { rows } = JSON.parse(readFileSync(new URL("../vectors/python/equality.json", import.meta.url), "utf8")) as {
    rows: [text: string, equal: boolean][];
  };
  for (const [text, equal] of rows) {
    const parsed = parseDocument(text);
    if ("fault" in parsed) throw new Error("vector is no JSON");
    const [a, b] = parsed.document.value as [Json, Json];
    expect(equalInPython(parsed.document, [0], a, [1], b), text).toBe(equal);
  }
});
