import { expect, it } from "vitest";
import { findIncident } from "./incidents.ts";
import { examine, findRepair } from "./reports.ts";

/** The run of the innermost of three agents. */
const innermost =
  "/last_processed_response/functions/0/agent_run_state/last_processed_response/functions/0/agent_run_state";

it("offers no repair that exchanges one fault for another: an approval for good stays outside of a nested run", () => {
  const { checkpoint } = findIncident("always-outside-nested");
  const [first] = examine(checkpoint, null, { sdk: "0.22.3" });
  expect(first).toMatchObject({ id: "nested-decision-outside", repairs: [] });
});

it("mends the decision and the recipient of a nested run in that run", () => {
  const placesOf = (name: string, id: string) => {
    const { checkpoint } = findIncident(name);
    return findRepair(examine(checkpoint, null), id).edits.map(({ edit }) => edit.path.join("/"));
  };
  const inside = "last_processed_response/functions/0/agent_run_state";
  expect(placesOf("always-approved-in-a-nested-run", "own-refund")).toEqual(
    expect.arrayContaining([
      `${inside}/${inside}/context/function_tool_approvals`,
      `${inside}/${inside}/context/approvals/refund`,
    ]),
  );
  expect(placesOf("mcp-call-in-a-nested-run", "bind-call_i")).toContain(
    `${inside}/last_processed_response/mcp_tool_bindings`,
  );
});

it("says of an agent tool whose own run is damaged to mend that run, not that the tool has had its effect", () => {
  const adviceOf = (name: string) => {
    const { checkpoint } = findIncident(name);
    return examine(checkpoint, null)
      .find(({ id }) => id === "output-not-committed")
      ?.advice.join(" ");
  };
  expect(adviceOf("nested-run-damaged")).toMatch(/Mend that run/);
  expect(adviceOf("nested-run-damaged")).not.toMatch(/had its effect/);
  expect(adviceOf("nested-run-deleted")).toMatch(/Mend that run/);
});

it("asks for decisions in nested runs at any depth", () => {
  const { checkpoint, session } = findIncident("nested-session");
  const open = examine(checkpoint, session).find(({ id }) => id === "nothing-decided");
  expect(open?.evidence[0]?.pointer).toBe(`${innermost}/current_step/data/interruptions/0/raw_item/call_id`);
});

it("names the runs that are dropped at any depth", () => {
  const { checkpoint } = findIncident("nested2-inner-renamed");
  const agents = { agents: [{ name: "outer" }, { name: "mid" }, { name: "leaf" }] };
  const dropped = examine(checkpoint, null, { agents }).find(({ id }) => id === "nested-run-dropped");
  expect(dropped?.evidence.map(({ pointer }) => pointer)).toEqual([`${innermost}/current_agent/name`]);
});
