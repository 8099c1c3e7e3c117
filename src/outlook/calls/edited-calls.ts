import { isObject } from "../../document/json.ts";
import { isSameKey, lookupKeyOf, lookupKeyOfApproval } from "../../python/tool-identity.ts";
import { nonEmptyString } from "../../python/truth.ts";
import { agentName } from "../../reading/agents.ts";
import { callIdsOf } from "../../reading/run/call-ids.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import { decisionsOf } from "../decisions/decisions.ts";
import type { Outlooker } from "../outlooker.ts";
import { checkNestedNames, checkQueued, checkWaiting } from "./ledger-calls.ts";
import { checkCopies, checkRenamed, checkShown } from "./shown-calls.ts";

/** What only an edit by hand leaves of an interrupted response: it loads, and cannot be taken up again. */
export function checkEdits(outlooker: Outlooker): void {
  const { run, report } = outlooker;
  if (!isInterrupted(run)) return;
  checkContext(outlooker);
  checkWaiting(outlooker);
  checkOwners(outlooker);
  const { model_responses: responses } = run.state;
  const isMissing = !Array.isArray(responses) || responses.length === 0;
  if (isMissing || (run.processed === null && !run.step.responseAccepted)) {
    const key = isMissing ? "model_responses" : "last_processed_response";
    report("interruption-without-response", [...run.base, key]);
  }
  checkNames(outlooker);
  checkQueued(outlooker);
  checkNestedNames(outlooker);
  checkShown(outlooker);
  checkCopies(outlooker);
  checkRenamed(outlooker);
}

/** The run's context is an object with the application's inside of it. */
function checkContext({ run, standings, report }: Outlooker): void {
  const { context } = run.state;
  if (!isObject(context) || context.approvals !== undefined || context.usage !== undefined) return;
  if (standings.length > 0 && decisionsOf(run).length === 0) report("context-replaced", [...run.base, "context"]);
}

/** The tool that an approval names by its key must be the one that its call names. */
function checkNames({ run, standings, report }: Outlooker): void {
  for (const { call } of standings) {
    const { raw, data, path } = call.approval;
    const key = lookupKeyOfApproval(data, raw);
    if (call.kind !== "function_call" || key === undefined || !isObject(raw)) continue;
    const { name, namespace } = raw;
    if (typeof name !== "string" || name === "") continue;
    // A call without a namespace takes that of the key.
    const isSame =
      nonEmptyString(namespace) === undefined ? key.at(-1) === name : isSameKey(key, lookupKeyOf(name, namespace));
    if (isSame || agentName(run.state.current_agent) !== agentName(data.agent)) continue;
    report("approval-of-another-tool", [...run.base, ...path, "tool_lookup_key"], { id: call.callId ?? "" });
  }
}

/** A call of this run's own response that waits for another agent (`_approval_matches_agent`). */
function checkOwners({ run, standings, report }: Outlooker): void {
  const current = agentName(run.state.current_agent);
  let own: ReadonlySet<unknown> | undefined;
  for (const { call, objections } of standings) {
    const agent = agentName(call.approval.data.agent);
    if (typeof agent !== "string" || typeof current !== "string" || agent === current || call.callId === null) continue;
    own ??= callIdsOf(run.state);
    if (!own.has(call.callId) || objections.some(({ rule }) => rule === "decision-of-another-owner")) continue;
    const args = { id: call.callId, tool: call.tool, agent, current };
    report("approval-of-another-agent", [...run.base, ...call.approval.path, "agent"], args);
  }
}
