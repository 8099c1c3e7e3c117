import { isObject, type JsonObject, listOf, type Path } from "../document/json.ts";
import type { CallOptions } from "../python/invocation.ts";
import { nativeActions } from "./native-actions.ts";
import type { RunReading } from "./reading.ts";

/** A call of the response that is no function call. */
export interface OtherCall {
  readonly raw: JsonObject;
  /** In the run. */
  readonly path: Path;
  readonly options: CallOptions;
}

/** Several rules ask for them in turn. */
const known = new WeakMap<RunReading, readonly OtherCall[]>();

/** Handoffs, calls of native tools and requests of hosted servers in the response, each with what its identity is made from
 * (0.24.0 `_dedupe_processed_response_invocations`). */
export function otherCalls(run: RunReading): readonly OtherCall[] {
  const before = known.get(run);
  if (before !== undefined) return before;
  const found = run.processed === null ? [] : otherCallsOf(run.processed.data);
  known.set(run, found);
  return found;
}

function otherCallsOf(processed: JsonObject): OtherCall[] {
  const found: OtherCall[] = [];
  const add = (key: string, member: string, optionsOf: (entry: JsonObject) => CallOptions) => {
    for (const [index, entry] of listOf(processed[key]).entries())
      if (isObject(entry) && isObject(entry[member]))
        found.push({
          raw: entry[member],
          path: ["last_processed_response", key, index, member],
          options: optionsOf(entry),
        });
  };
  add("handoffs", "tool_call", () => ({ role: "handoff" }));
  for (const { key, tool } of nativeActions)
    add(key, "tool_call", ({ [tool]: container }) => ({ toolName: isObject(container) ? container.name : undefined }));
  for (const [index, entry] of listOf(processed.mcp_approval_requests).entries()) {
    const request = isObject(entry) ? entry.request_item : undefined;
    const path = ["last_processed_response", "mcp_approval_requests", index, "request_item", "raw_item"];
    if (isObject(request) && isObject(request.raw_item)) found.push({ raw: request.raw_item, path, options: {} });
  }
  return found;
}
