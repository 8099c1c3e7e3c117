import { expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { findIncident } from "./incidents.ts";
import { examine, findRepair, repairCheckpoint } from "./reports.ts";

const { checkpoint, live } = findIncident("native-calls-of-an-old-pause");
const sdk = "0.20.0";
const added: Readonly<Record<number, string>> = { 0: "apply_patch", 6: "computer_use_preview" };

// A pause of 0.18.2, resumed and saved by 0.20.0, which then refuses its own file. With the repair 0.20.0 loads it, resumes it and loads what
// it saves next; so do 0.21.0, 0.22.3 and 0.23.1 with saves of their own.
it("names the tools of finished native calls, which the ledger proves", () => {
  expect(live[sdk]).toContain("completed tool invocation does not match");
  const causes = examine(checkpoint, null, { sdk });
  expect(causes.map(({ id, confidence }) => [id, confidence])).toEqual([["native-call-without-name", "certain"]]);
  const mended = repairCheckpoint(checkpoint, findRepair(causes, "name-the-calls"));
  const names = (mended.session_items as JsonObject[]).map((item) => item.tool_name);
  expect(names).toEqual(
    (checkpoint.session_items as JsonObject[]).map(({ tool_name }, index) => added[index] ?? tool_name),
  );
  expect(examine(mended, null, { sdk }).map(({ id }) => id)).not.toContain("native-call-without-name");
});

it("proves the name that a program gave to its own tool by the agents file", () => {
  const text = JSON.stringify(checkpoint);
  const renamed = JSON.parse(text) as JsonObject;
  const ledger = (renamed.context as JsonObject).tool_invocations as Record<string, JsonObject>;
  // What 0.24.0 `tool_invocation_identity_and_scope` gives for this call under the name `patch_files`.
  Object.assign(ledger.cebg1 as JsonObject, {
    approval_scope: "1c48891342a83512931154372e7a3f29d596f6e4aebae1607b97cd999472e059",
    fingerprint: "962102d0e1c626e50595bed82237a4a87429e46e89e7a91b1b89ef7741058cc3",
  });
  expect(examine(renamed, null, { sdk })[0]?.id).toBe("refused-by-reader");
  const agents = { agents: [{ name: "main", tools: ["pay", "patch_files"] }] };
  expect(examine(renamed, null, { sdk, agents })[0]?.id).toBe("native-call-without-name");
});

it("proves nothing where the call itself was changed", () => {
  const changed = JSON.parse(JSON.stringify(checkpoint).replaceAll("cebg1.md", "other.md")) as JsonObject;
  expect(examine(changed, null, { sdk })[0]?.id).toBe("refused-by-reader");
});
