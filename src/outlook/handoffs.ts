import { isObject } from "../document/json.ts";
import type { ActionReading, RunReading } from "../reading/reading.ts";

/** The handoffs that the response asks for, with the names of their tools. */
export function* handoffsOf(run: RunReading): Generator<ActionReading & { readonly name: string }> {
  for (const action of run.processed?.actions ?? []) {
    const { list, data } = action;
    const name = list === "handoffs" && isObject(data.handoff) ? data.handoff.tool_name : undefined;
    if (typeof name === "string") yield { ...action, name };
  }
}
