// @ts-check
// Says which calls a checkpoint waits for, and what the session holds once they are approved and the run ends.
//   node waiting.cjs FILE
const { readFileSync } = require("node:fs");
const { inspect, settle } = require("runstate");

const text = readFileSync(process.argv[2] ?? "", "utf8");

const facts = inspect(text);
console.log(
  `agent ${facts.position?.agent}, turn ${facts.position?.turn} of ${facts.position?.maxTurns ?? "any number"}`,
);
for (const { tool, callId, decision } of facts.calls) console.log(`waits for ${tool} ${callId}: ${decision ?? "open"}`);

const result = settle(text, { session: "[]", decide: "approve", exit: "final" });
console.log(`${result.row} ${result.outcome}: ${result.appended.length} items are written`);
for (const { text: item } of result.appended) console.log(`  ${item.length} characters`);
console.log(result.breaksPairing ? "the next request would be refused" : "the session stays whole");
