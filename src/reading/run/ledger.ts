import { isObject, type JsonObject } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import type { RunReading } from "../reading.ts";

/** The ledger of tool calls of one level, as the file has it. */
export function ledgerOf({ state }: RunReading): JsonObject | undefined {
  const ledger = valueAt(state, ["context", "tool_invocations"]);
  return isObject(ledger) ? ledger : undefined;
}
