import type { Json } from "../../document/json.ts";
import type { ProcessedReading } from "../reading.ts";

/** A tool of the program behind an action of a native call. */
export interface LiveTool {
  readonly name: Json;
  /** The same for all actions of this tool. */
  readonly key: string;
}

/** The tools in the actions of native calls that the reader keeps, each once, by call id. */
export function liveTools(processed: ProcessedReading | null): ReadonlyMap<string, readonly LiveTool[]> {
  const live = new Map<string, Map<string, LiveTool>>();
  for (const { list, call, options } of processed?.actions ?? []) {
    const { toolName: name } = options;
    if (name === undefined || typeof call.call_id !== "string") continue;
    const tools = live.get(call.call_id) ?? new Map<string, LiveTool>();
    const key = `${list} ${name}`;
    live.set(call.call_id, tools.set(key, { name, key }));
  }
  return new Map([...live].map(([callId, tools]) => [callId, [...tools.values()]]));
}
