import { isObject, type Json, type JsonObject, member } from "../../document/json.ts";
import type { RunReading } from "../../reading/reading.ts";
import { lastOutput } from "../../reading/run/model-output.ts";
import { queuedFunctions } from "../../reading/run/queued.ts";
import type { PendingCall } from "../decisions/decisions.ts";

/** The level looks for the call under its id among the function calls of that tool that its response has, and finds others alone. */
export function blockingCall(run: RunReading, twice: readonly PendingCall[]): PendingCall | undefined {
  if (!run.dialect.on["nested-call-blocks"]) return undefined;
  const functions = twice.filter(({ kind }) => kind === "function_call");
  if (functions.length === 0) return undefined;
  const queued = [...queuedFunctions(run).map(({ call }) => call), ...lastCalls(run)];
  const ids = new Set(queued.map(({ call_id: id }) => id));
  const tools = new Set(queued.map(toolOf));
  return functions.find(({ callId, approval }) => tools.has(toolOf(approval.raw)) && !ids.has(callId ?? undefined));
}

function lastCalls(run: RunReading): JsonObject[] {
  return lastOutput(run)
    .items.filter(isObject)
    .filter(({ type }) => type === "function_call");
}

function toolOf(call: Json): string {
  return isObject(call) ? JSON.stringify([member(call, "namespace") ?? null, member(call, "name") ?? null]) : "";
}
