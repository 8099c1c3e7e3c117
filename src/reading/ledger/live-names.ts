import type { ProcessedReading } from "../reading.ts";
import type { LiveNames } from "./audit.ts";

/** The names of the tools in the actions of native calls that the reader keeps, by call id. */
export function liveNames(processed: ProcessedReading | null): ReadonlyMap<string, LiveNames> {
  const live = new Map<string, LiveNames>();
  for (const { call, options } of processed?.actions ?? []) {
    if (options.toolName === undefined || typeof call.call_id !== "string") continue;
    const known = live.get(call.call_id) ?? { names: [], tried: false };
    known.names.push(options.toolName);
    live.set(call.call_id, known);
  }
  return live;
}
