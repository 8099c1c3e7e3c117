import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseDocument } from "../../src/document/parse.ts";
import { judge } from "../../src/judge.ts";
import { newestReader } from "../../src/readers/releases.ts";

/** The rules that the newest reader finds broken in a corpus file. */
function rulesIn(file: string): string[] {
  const parsed = parseDocument(readFileSync(file, "utf8"));
  if ("fault" in parsed) return [parsed.fault.rule];
  return judge(parsed.document, { reader: newestReader }).findings.map(({ rule }) => rule);
}

test("waiting-id-shared is found where it is broken", () => {
  expect(rulesIn("corpus/features/1.21-waiting-id-shared.json")).toContain("waiting-id-shared");
});

test("waiting-id-shared is not found elsewhere", () => {
  expect(rulesIn("corpus/resume/1.21-agent-tool-nested-pending.json")).not.toContain("waiting-id-shared");
});
