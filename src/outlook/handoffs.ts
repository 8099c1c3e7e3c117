import { isObject, listOf } from "../document/json.ts";
import type { RunReading } from "../reading/reading.ts";

/** The handoffs that the response asks for, by place and by the name of their tool. */
export function* handoffsOf(run: RunReading): Generator<{ readonly index: number; readonly name: string }> {
  for (const [index, entry] of listOf(run.processed?.data.handoffs).entries()) {
    const name = isObject(entry) && isObject(entry.handoff) ? entry.handoff.tool_name : undefined;
    if (typeof name === "string") yield { index, name };
  }
}
