import { isObject } from "../../document/json.ts";
import type { ActionReading, RunReading } from "../../reading/reading.ts";
import { queuedActions } from "../../reading/run/queued.ts";

/** The handoffs that the response asks for, with the names of their tools. */
export function* handoffsOf(run: RunReading): Generator<ActionReading & { readonly name: string }> {
  for (const action of queuedActions(run)) {
    const { list, data } = action;
    const name = list === "handoffs" && isObject(data.handoff) ? data.handoff.tool_name : undefined;
    if (typeof name === "string") yield { ...action, name };
  }
}

/** What a handoff to this agent is called unless the program names it (`transform_string_function_style`). */
export function handoffName(agent: string): string {
  return `transfer_to_${agent.replaceAll(/[^a-zA-Z0-9_]/gu, "_").toLowerCase()}`;
}
