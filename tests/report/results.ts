import type { Output } from "../../src/io.ts";
import { type CheckpointResult, noSummary, type Report } from "../../src/report/result.ts";

export const rejectedResult: CheckpointResult = {
  file: "a b/x,y:z.json",
  line: null,
  family: "python",
  schemaVersion: "1.21",
  verdict: "rejected",
  resume: null,
  findings: [
    {
      rule: "not-a-checkpoint",
      severity: "error",
      resume: null,
      pointer: "/a\u001b[31m\n::error::forged/<b>&\"'",
      line: 3,
      column: 7,
      message: "100% wrong\r\nnext, see: here",
      why: "why",
      fix: "fix",
    },
    {
      rule: "repeated-key",
      severity: "warning",
      resume: null,
      pointer: "/k",
      line: 4,
      column: 1,
      message: "twice",
      why: "",
      fix: "",
    },
  ],
  requirements: { agents: [], tools: [], mcpServers: [], handoffs: [], contextType: null, sessionId: null },
};

export const acceptedResult: CheckpointResult = {
  ...rejectedResult,
  file: "fine.ndjson",
  line: 12,
  verdict: "accepted",
  resume: "ok",
  findings: [],
};

/** What a report prints for these results. */
export function printed(open: (out: Output) => Report, results = [rejectedResult, acceptedResult]): string {
  let text = "";
  const out: Output = {
    isTty: false,
    columns: 80,
    write(more) {
      text += more;
    },
    writeBytes() {},
    flush() {},
    status() {},
  };
  const report = open(out);
  for (const result of results)
    report.add(result, () => ({ loadedBy: ["0.24.0"], omitted: 0, rules: [] }), result.verdict === "rejected");
  report.end({ ...noSummary(), checkpoints: results.length });
  return text;
}
