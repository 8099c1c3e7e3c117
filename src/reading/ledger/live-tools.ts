import type { Json } from "../../document/json.ts";
import { addTo } from "../../multimap.ts";
import type { ProcessedReading } from "../reading.ts";

/** A tool of the program behind an action of a native call. */
export interface LiveTool {
  readonly name: Json;
  /** The same for all actions of this tool. */
  readonly key: string;
}

/** The tools in the actions of native calls that the reader keeps, by call id. */
export function liveTools(processed: ProcessedReading | null): ReadonlyMap<string, readonly LiveTool[]> {
  const live = new Map<string, LiveTool[]>();
  for (const { list, call, options } of processed?.actions ?? []) {
    const { toolName: name } = options;
    if (name === undefined || typeof call.call_id !== "string") continue;
    addTo(live, call.call_id, { name, key: `${list} ${name}` });
  }
  return live;
}
