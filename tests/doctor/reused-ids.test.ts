import { expect, it } from "vitest";
import { findIncident } from "./incidents.ts";
import { examine, findRepair, repairCheckpoint } from "./reports.ts";

it("gives the older pair of a reused id an id of its own, in every list", () => {
  const { checkpoint } = findIncident("reuse-0194");
  const [first] = examine(checkpoint, null);
  const [repair] = first?.repairs ?? [];
  expect(repair?.id).toBe("rename-older-call_a");
  expect(repair?.edits.map(({ edit }) => edit.path.join("/"))).toEqual([
    ...["generated_items/0", "generated_items/1", "session_items/0", "session_items/1"].map(
      (place) => `${place}/raw_item/call_id`,
    ),
    "model_responses/0/output/0/call_id",
  ]);
  expect(examine(findIncident("sameid-0183").checkpoint, null)[0]?.repairs).toEqual([]);
});

it.each([
  ["two ids that are given again", "two-ids-reused", "rename-older-calls"],
  ["the id of a handoff", "id-of-a-handoff-reused", "rename-older-call_a"],
  ["an id that a custom tool takes over", "id-reused-by-a-custom-tool", "rename-older-call_a"],
])("misses no call under the id of another one: %s", (_, name, repair) => {
  const { checkpoint, live } = findIncident(name);
  for (const sdk of ["0.21.0", "0.24.0"]) {
    expect(live[sdk]).toContain("reused a tool call ID");
    const causes = examine(checkpoint, null, { sdk });
    expect(causes[0]).toMatchObject({ id: "reused-call-id", confidence: "certain" });
    const mended = repairCheckpoint(checkpoint, findRepair(causes, repair));
    expect(examine(mended, null, { sdk }).map(({ id }) => id)).not.toContain("reused-call-id");
  }
});
