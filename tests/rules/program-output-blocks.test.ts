import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { judge } from "../../src/judge.ts";
import { findReader, newestReader } from "../../src/readers/releases.ts";
import { examine, findRepair, repairCheckpoint } from "../doctor/reports.ts";
import { corpusState, documentOf } from "../parsed.ts";

const file = "resume/1.13-program-finished";

function judged(text: string, release?: string) {
  const reader = release === undefined ? newestReader : findReader(release);
  if (reader === undefined) throw new Error(`no release ${release}`);
  return judge(documentOf(text), { reader });
}

function blocks(text: string, release: string): boolean {
  const { findings, verdict } = judged(text, release);
  expect(verdict).toBe("accepted");
  return findings.some(({ rule }) => rule === "program-output-blocks");
}

// Each played: 0.19.2 goes on, all later ones raise, and with an output that is incomplete they go on too.
it("a program that was finished beside a waiting call blocks it from 0.19.3 on", () => {
  const text = readFileSync(`corpus/${file}.json`, "utf8");
  const releases = ["0.19.2", "0.19.3", "0.19.4", "0.21.0", "0.22.3", "0.23.1", "0.24.0"];
  expect(releases.filter((release) => blocks(text, release))).toEqual(releases.slice(1));
  expect(
    blocks(text.replaceAll('"result": "r", "status": "completed"', '"result": "r", "status": "incomplete"'), "0.24.0"),
  ).toBe(false);
});

// Played in six releases, approved and rejected: the run goes on, and the model gets the same history.
it("doctor takes the output out of the record of the response, and nowhere else", () => {
  const state = corpusState(file);
  const [cause] = examine(state, null);
  expect(cause).toMatchObject({ id: "program-finished", confidence: "certain" });
  const mended = repairCheckpoint(state, findRepair(cause === undefined ? [] : [cause], "forget-program-output"));
  expect(JSON.stringify(mended.model_responses)).not.toContain("program_output");
  expect({ ...mended, model_responses: null }).toEqual({ ...state, model_responses: null });
});

// Played in 0.24.0, 0.21.0 and 0.19.4: without the tool the resume raises.
it("names the tool that such a response needs", () => {
  const { requirements } = judged(JSON.stringify(corpusState(file)));
  expect(requirements.tools).toContainEqual({ name: "programmatic_tool_calling", kind: "program", lookup: null });
});
