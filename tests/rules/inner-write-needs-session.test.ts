import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseDocument } from "../../src/document/parse.ts";
import { judge } from "../../src/judge.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { examine } from "../doctor/reports.ts";

const base = "/last_processed_response/functions/0/agent_run_state";

function writeRulesIn(file: string): string[] {
  const parsed = parseDocument(readFileSync(`corpus/resume/${file}`, "utf8"));
  if ("fault" in parsed) return [parsed.fault.rule];
  const { findings } = judge(parsed.document, { reader: newestReader });
  return findings
    .filter(({ rule }) => rule.endsWith("-needs-session"))
    .map(({ rule, path }) => `${rule} /${path.join("/")}`);
}

// Played in 0.24.0: with its Session the nested run goes on, with another one the outer run asks again, and no error is raised.
it("a nested run's write is told as its own: the Session of the outer run does not matter to it", () => {
  expect(writeRulesIn("1.21-nested-held-write.json")).toEqual([
    `inner-write-needs-session ${base}/pending_session_write/session_id`,
  ]);
  expect(writeRulesIn("1.21-held-write-second-park.json")).toEqual([
    "held-write-needs-session /pending_session_write/session_id",
  ]);
});

it("doctor names the session, and how to look at that run alone", () => {
  const state = JSON.parse(readFileSync("corpus/resume/1.21-nested-held-write.json", "utf8"));
  const cause = examine(state, null).find(({ id }) => id === "wrong-session");
  expect(cause?.summary).toContain("for its own Session inner-1");
  expect(cause?.advice.at(-1)).toContain(`--at ${base},`);
});
