import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseDocument } from "../../src/document/parse.ts";
import { judge } from "../../src/judge.ts";
import { newestReader } from "../../src/readers/releases.ts";

/** The rules that the newest reader finds broken in a corpus file, changed as text. */
function rulesIn(file: string, change = (text: string) => text): string[] {
  const parsed = parseDocument(change(readFileSync(file, "utf8")));
  if ("fault" in parsed) return [parsed.fault.rule];
  return judge(parsed.document, { reader: newestReader }).findings.map(({ rule }) => rule);
}

test("waiting-id-shared is found where it is broken", () => {
  const file = "corpus/features/1.21-waiting-id-shared.json";
  // Calls that say the same stop every resume: a rule of its own.
  expect(rulesIn(file)).toContain("waiting-calls-alike");
  const differing = (text: string) => {
    const state = JSON.parse(text) as {
      current_step: { data: { interruptions: { raw_item: { arguments: string } }[] } };
    };
    for (const { raw_item: call } of state.current_step.data.interruptions.slice(0, 1)) call.arguments = "{}";
    return JSON.stringify(state);
  };
  expect(rulesIn(file, differing)).toContain("waiting-id-shared");
});

test("waiting-id-shared is not found elsewhere", () => {
  expect(rulesIn("corpus/resume/1.21-agent-tool-nested-pending.json")).not.toContain("waiting-id-shared");
});
