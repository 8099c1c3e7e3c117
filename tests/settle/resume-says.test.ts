import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { judge } from "../../src/judge.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { settleRunOf } from "../../src/settle/from-run.ts";
import { pathsOf } from "../../src/settle/paths.ts";
import { documentOf, play, sessionOf } from "./play.ts";

const lines = readFileSync(new URL("../vectors/settle/cases.ndjson", import.meta.url), "utf8").split("\n");

/** The checkpoint of a recorded case, and its session. */
function recorded(name: string) {
  const found = JSON.parse(lines.find((line) => line.includes(`"name":"${name}"`)) ?? "{}");
  return { checkpoint: JSON.stringify(found.checkpoint), session: sessionOf(found.session.items, "s1") };
}

function playing(name: string, ...words: string[]) {
  const { checkpoint, session } = recorded(name);
  const { steps, appended, sessionAfter } = play(checkpoint, session, words);
  return { told: steps.map(({ what }) => what), appended: appended.map(({ value }) => value), sessionAfter };
}

describe("a request that a callback answers", () => {
  const response = { type: "mcp_approval_response", approval_request_id: "m1", approve: true };

  it("is told of, and taken for approved whatever is decided for all that wait", () => {
    for (const decision of ["approve", "reject"]) {
      const { told, appended } = playing("m02-callback", "--decide", decision, "--then", "run-again");
      expect(told).toContain("a callback answers: m1");
      expect(appended).toContainEqual(response);
    }
  });

  it("is decided by its id, and by no other", () => {
    const decide = (decision: string) => playing("m02-callback", "--decide", decision, "--then", "run-again").appended;
    expect(decide("c1=approve,m1=reject")).toContainEqual({ ...response, approve: false });
    expect(() => decide("c1=approve,m2=reject")).toThrow(UsageError);
  });

  it("waits while something is open", () => {
    const { told, appended } = playing("m02-callback", "--decide", "none", "--then", "pause");
    expect(told).not.toContain("a callback answers: m1");
    expect(appended).toEqual([]);
  });
});

describe("an agent run as a tool that pauses inside", () => {
  it("has no output, unless it is given one", () => {
    const pausing = playing("n06-approved-agent-pauses", "--decide", "approve", "--then", "pause");
    expect([pausing.told, pausing.appended]).toEqual([expect.arrayContaining(["pauses inside: o1"]), []]);
    const ending = playing(
      "n06-approved-agent-pauses",
      ...["--decide", "approve", "--then", "pause", "--tool-output", "o1=done"],
    );
    expect(ending.appended).toHaveLength(1);
    expect(playing("n06-approved-agent-pauses", "--decide", "reject", "--then", "pause").appended).toHaveLength(1);
  });

  it("is one of the ways that the resume can go", () => {
    const { checkpoint, session } = recorded("n06-approved-agent-pauses");
    const run = settleRunOf(judge(documentOf(checkpoint), { reader: newestReader, loadOnly: true }), newestReader);
    const paths = pathsOf(run, { decide: "none", outputs: new Map(), kind: "sqlite" }, session);
    expect(paths).toContainEqual(expect.objectContaining({ decide: "approve", exit: "pause", gate: "off" }));
    expect(paths).toContainEqual(expect.objectContaining({ decide: "approve", exit: "run-again" }));
  });
});
