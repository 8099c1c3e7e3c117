import { expect, it } from "vitest";
import { judge } from "../../src/judge.ts";
import { migrate } from "../../src/migrate/migrate.ts";
import { findReader, newestReader } from "../../src/readers/releases.ts";
import { corpusState, documentOf } from "../parsed.ts";

// Played, approved and rejected: 0.19.3 and 0.19.4 ask once for the agent tool and do what was decided when that is approved; 0.19.0 to 0.19.2,
// 0.18.3 and 0.20.0 do not ask.
it.each([
  ["0.19.2", false],
  ["0.19.3", true],
  ["0.19.4", true],
  ["0.20.0", false],
])("an agent tool whose call has the id of a call inside (%s: %s)", (sdk, asks) => {
  const document = documentOf(JSON.stringify(corpusState("resume/1.21-nested-call-under-outer-id")));
  const { result } = migrate(document, { to: sdk === "0.20.0" ? "1.15" : "1.12" });
  const reader = findReader(sdk) ?? newestReader;
  const rules = judge(documentOf(result?.text ?? ""), { reader }).findings.map(({ rule }) => rule);
  expect(rules.includes("agent-call-asked-for")).toBe(asks);
});
