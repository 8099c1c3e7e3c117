import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Json } from "../../src/document/json.ts";
import { equalInPython } from "../../src/python/equality.ts";
import { documentOf } from "../parsed.ts";

test("equality is that which Python recorded", () => {
  const { rows } = JSON.parse(readFileSync(new URL("../vectors/python/equality.json", import.meta.url), "utf8")) as {
    rows: [text: string, equal: boolean][];
  };
  for (const [text, equal] of rows) {
    const document = documentOf(text);
    const [a, b] = document.value as [Json, Json];
    expect(equalInPython(document, { value: a, path: [0] }, { value: b, path: [1] }), text).toBe(equal);
  }
});
