import { isObject, type JsonObject, member } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import type { RunReading } from "../reading.ts";

/** The ledger of tool calls of one level, as the file has it. */
export function ledgerOf({ state }: RunReading): JsonObject | undefined {
  const ledger = valueAt(state, ["context", "tool_invocations"]);
  return isObject(ledger) ? ledger : undefined;
}

/** What the ledger says about a call, to a reader that takes it. */
export function ledgerEntry(run: RunReading, callId: string | null): JsonObject | undefined {
  const ledger = callId === null || !run.dialect.does.takesLedger ? undefined : ledgerOf(run);
  const entry = ledger === undefined || callId === null ? undefined : member(ledger, callId);
  return isObject(entry) ? entry : undefined;
}
