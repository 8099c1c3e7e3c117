import { expect, it } from "vitest";
import { findIncident } from "./incidents.ts";
import { examine, findRepair } from "./reports.ts";

it("binds all calls of one recipient together, in the place that the program gives its server", () => {
  const { checkpoint } = findIncident("two-mcp-calls");
  const agents = { agents: [{ name: "desk", mcp_servers: ["zz", "yard-a"] }] };
  const bindings = [{}, { agents }].map((asked) => {
    const { edits } = findRepair(examine(checkpoint, null, asked), "bind-call_a");
    return edits.at(-1)?.edit;
  });
  expect(bindings).toMatchObject(
    [0, 1].map((place) => ({
      value: { call_a: ["yard-a", "move_bin", place], call_b: ["yard-a", "move_bin", place] },
    })),
  );
});

it("up to 0.22.3 another server's tool of the name runs the call: nothing is said", () => {
  const { checkpoint } = findIncident("mcp-renamed-0223");
  const agents = { agents: [{ name: "desk", tools: [], mcp_servers: ["yard-b"] }] };
  const known = (sdk: string) => examine(checkpoint, null, { sdk, agents }).map(({ id }) => id);
  expect(known("0.22.3")).not.toContain("tool-missing");
  expect(known("0.24.0")).toContain("tool-missing");
});
