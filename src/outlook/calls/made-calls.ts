import type { JsonObject, Path } from "../../document/json.ts";
import { type CallIdentity, type CallOptions, identityIfTaken, isSameInvocation } from "../../python/invocation.ts";
import type { ItemType } from "../../reading/item-type.ts";
import type { ActionReading, FunctionReading, ItemReading } from "../../reading/reading.ts";
import { queuedActions, queuedFunctions } from "../../reading/run/queued.ts";
import { identityOfQueued } from "../decisions/identities.ts";
import type { Outlooker } from "../outlooker.ts";

/** A call; its identity is worked out only when two calls meet. */
export interface Made {
  readonly identity: CallIdentity | null;
  readonly path: Path;
}

/** A call of the response; its identity is worked out when asked for. */
export interface Queued {
  readonly call: JsonObject;
  readonly options: CallOptions;
  readonly made: () => Made;
}

export function responseCalls(outlooker: Outlooker): Queued[] {
  const { run } = outlooker;
  return [
    ...queuedFunctions(run).map((entry) => ({
      call: entry.call,
      options: {},
      made: () => queuedCall(outlooker, entry),
    })),
    ...queuedActions(run).map((entry) => ({
      call: entry.call,
      options: entry.options,
      made: () => otherCall(outlooker, entry),
    })),
  ];
}

/** Items of a run that hold a call. */
export const callItemTypes: ReadonlySet<ItemType> = new Set(["tool_call_item", "handoff_call_item"]);

function queuedCall({ reading, run }: Outlooker, queued: FunctionReading): Made {
  return {
    identity: identityOfQueued(reading.document, run, queued),
    path: [...run.base, ...queued.path, "tool_call"],
  };
}

function otherCall({ reading, run }: Outlooker, { call, callPath, options }: ActionReading): Made {
  const path = [...run.base, ...callPath];
  return { identity: identityIfTaken(call, { ...options, place: { document: reading.document, path } }), path };
}

export function madeCall(
  { reading, run }: Outlooker,
  { raw, data, index, type }: ItemReading,
  options: CallOptions = {},
): Made {
  const path = [...run.base, "generated_items", index, "raw_item"];
  const place = { document: reading.document, path };
  const role = type === "handoff_call_item" ? "handoff" : undefined;
  return { identity: identityIfTaken(raw, { toolName: data.tool_name ?? options.toolName, role, place }), path };
}

/** Reports an id that stands for two calls; false when they are one call after all. */
export function reportReuse({ report }: Outlooker, known: Made, call: Made): boolean {
  const [before, now] = [known.identity, call.identity];
  if (before === null || now === null) return false;
  if (isSameInvocation(before, now)) return false;
  report("call-id-of-two-calls", [...call.path, "call_id"], { id: now.callId });
  return true;
}
