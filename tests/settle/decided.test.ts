import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { waitingCallsOf } from "../../src/inspect/calls.ts";
import { judge } from "../../src/judge.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { settleRunOf } from "../../src/settle/run/from-run.ts";
import { pendingWith, waiting } from "../outlook/checkpoint.ts";
import { documentOf } from "../parsed.ts";

const folder = join(import.meta.dirname, "../../corpus/resume");

/** What settle and what inspect take for decided. */
function decided(text: string) {
  const judgement = judge(documentOf(text), { reader: newestReader });
  if (judgement.reading === null || judgement.verdict === "rejected") return undefined;
  const { document, run } = judgement.reading;
  const counting = waitingCallsOf(document, run, []).filter(({ counts }) => counts);
  const inspected = counting.map(
    ({ callId, decision }) => `${callId} ${decision === "approved" ? "approve" : "reject"}`,
  );
  const settled = settleRunOf(judgement, newestReader).approvals.filter((approval) => approval.decided !== null);
  return {
    settled: settled.map((approval) => `${approval.id} ${approval.decided}`).sort(),
    inspected: inspected.sort(),
  };
}

describe("what is decided", () => {
  test.each(readdirSync(folder))("is the same for settle and inspect: %s", (name) => {
    const found = decided(readFileSync(join(folder, name), "utf8"));
    expect(found?.settled).toEqual(found?.inspected);
  });

  const { id, tool, agent } = waiting;
  const call = (change: (context: JsonObject) => void) =>
    decided(JSON.stringify(pendingWith((_, context) => change(context))))?.settled;

  it("goes by name, owner and ledger, as at the resume", () => {
    const decision = { approved: [id], rejected: [] };
    const ownedBy = (name: string) => [{ agent: { name }, tool_key: tool, decision }];
    expect(call((context) => Object.assign(context, { approvals: { [tool]: decision } }))).toEqual([`${id} approve`]);
    expect(call((context) => Object.assign(context, { approvals: { other: decision } }))).toEqual([]);
    expect(call((context) => Object.assign(context, { function_tool_approvals: ownedBy(agent) }))).toEqual([
      `${id} approve`,
    ]);
    expect(call((context) => Object.assign(context, { function_tool_approvals: ownedBy("other") }))).toEqual([]);
    expect(
      call((context) => Object.assign(context, { approvals: { [tool]: decision }, tool_invocations: {} })),
    ).toEqual([]);
  });
});
