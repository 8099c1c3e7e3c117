import { isObject, type Json, type JsonObject, listOf } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import { isTwin } from "../../python/equality.ts";
import { isFalsy } from "../../python/truth.ts";
import type { ApprovalReading } from "../../reading/reading.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";
import { nestedRuns } from "../../reading/run/nested-runs.ts";
import { decisionsOf, pendingCallOf, recordsOf, replacedDecisions } from "../decisions/decisions.ts";
import { type Standing, standingsInside } from "../decisions/standing.ts";
import { idsOfTwoLevels, nestedCallIds, textsOf } from "../decisions/waiting-calls.ts";
import type { Outlooker } from "../outlooker.ts";
import { checkNestedDecisions } from "./nested-decisions.ts";

/** Decisions on record that will not count, and calls that nothing can decide. */
export function checkDecisions(outlooker: Outlooker): void {
  const { standings } = outlooker;
  const said = new Set<string>();
  for (const standing of standings) checkStanding(outlooker, standing, said);
  checkSharedIds(outlooker);
  checkUnowned(outlooker);
  checkUnusable(outlooker);
  checkReplaced(outlooker);
  checkNestedDecisions(outlooker);
  checkNotRead(outlooker);
  const decided = standings.find(({ counts }) => counts !== null);
  if (decided?.counts) outlooker.report("decisions-lost-with-context", decided.counts.path, idsOf(decided));
}

function idsOf({ call }: Standing): { id: string; tool: string } {
  return { id: call.callId ?? "", tool: call.tool };
}

/** A decision for all calls of a tool is objected to once, whatever the number of calls that wait. */
function checkStanding({ run, report }: Outlooker, standing: Standing, said: Set<string>): void {
  const { call, objections } = standing;
  if (call.callId === null) {
    report("pending-call-without-id", [...run.base, ...call.approval.rawPath], { tool: call.tool });
  }
  for (const { rule, decision } of objections) {
    const place = `${rule} ${decision.path.join("/")}`;
    if (said.has(place)) continue;
    said.add(place);
    const { key, owner, verdict } = decision;
    const keys = call.keys.join(", ");
    report(rule, decision.path, {
      ...idsOf(standing),
      key,
      verdict,
      owner: owner ?? "",
      agent: call.agent ?? "",
      keys,
    });
  }
}

/** Said once for each id, by the outermost run, whose step lists the calls of all runs. */
function checkSharedIds({ run, report }: Outlooker): void {
  const nested = run.base.length > 0 ? new Set() : nestedCallIds(run);
  if (nested.size === 0) return;
  const first = new Map<string, ApprovalReading>();
  const known = new Map<string, Json>();
  const alike = new Set<string>();
  for (const approval of waitingApprovals(run)) {
    const { callId } = pendingCallOf(approval);
    if (callId === null || !nested.has(callId)) continue;
    if (!first.has(callId)) first.set(callId, approval);
    const likeness = `${callId} ${textsOf(approval.raw)}`;
    const other = known.get(likeness);
    if (other === undefined) known.set(likeness, approval.raw);
    else if (isTwin(other, approval.raw)) alike.add(callId);
  }
  const shared = idsOfTwoLevels(run);
  for (const [id, approval] of first) {
    if (alike.has(id)) report("waiting-calls-alike", approval.rawPath, { id });
    else if (shared.has(id)) report("waiting-id-shared", approval.rawPath, { id });
  }
}

/** A sticky decision of a function tool has no owner although nothing waits for it now: its next call asks. */
function checkUnowned({ run, standings, report }: Outlooker): void {
  if (!run.dialect.does.stickyNeedsOwner) return;
  const sticky = decisionsOf(run).filter(({ store, callId }) => store === "by-name" && callId === null);
  if (sticky.length === 0) return;
  const said = new Set<string>();
  for (const { objections } of standings) for (const { decision } of objections) said.add(decision.path.join("/"));
  const functions = functionNames(run.state);
  for (const { raw } of run.generated.kept) if (isObject(raw) && raw.type === "function_call") functions.add(raw.name);
  for (const { key, verdict, path } of sticky) {
    if (said.has(path.join("/")) || !functions.has(key)) continue;
    report("sticky-without-owner", path, { id: "", tool: key, key, verdict, owner: "", agent: "", keys: key });
  }
}

function functionNames(state: JsonObject): Set<Json | undefined> {
  const functions = listOf(valueAt(state, ["last_processed_response", "functions"]));
  return new Set(functions.map((entry) => valueAt(entry, ["tool_call", "name"])));
}

const sides = ["approved", "rejected"] as const;

function isUnusable(value: Json | undefined): boolean {
  return value !== undefined && typeof value !== "boolean" && !Array.isArray(value);
}

/** A decision of a kind that the reader takes for none, under the key of a call that waits here or in a nested run. */
function checkUnusable({ reading, run, standings, report }: Outlooker): void {
  // Hardly ever one: looked for before the calls.
  const records = recordsOf(run).filter(({ record }) => sides.some((side) => isUnusable(record[side])));
  if (records.length === 0) return;
  const inside = nestedRuns(run).flatMap((nested) => standingsInside(reading.document, nested));
  const open = [...standings, ...inside].filter(({ counts }) => counts === null);
  for (const { call } of open) {
    for (const { record, key, owner, path } of records) {
      if (!call.keys.includes(key) || (owner !== null && owner !== call.agent)) continue;
      for (const side of sides.filter((name) => isUnusable(record[name]))) {
        const meant = side === "rejected" && hasMessage(record, call.callId);
        report("decision-unusable", [...path, side], { id: call.callId ?? "", tool: call.tool, side, meant });
      }
    }
  }
}

/** Words about a call that stand in a record say that it was decided there. */
function hasMessage({ rejection_messages: messages }: JsonObject, callId: string | null): boolean {
  return callId !== null && isObject(messages) && Object.hasOwn(messages, callId);
}

/** A decision in an entry that a later one for the same agent and tool takes the place of. */
function checkReplaced({ run, standings, report }: Outlooker): void {
  const replaced = replacedDecisions(run);
  if (replaced.length === 0) return;
  for (const standing of standings) {
    const { call, counts } = standing;
    if (call.callId === null || call.kind !== "function_call") continue;
    const about = replaced.filter(({ key, owner }) => owner === call.agent && call.keys.includes(key));
    const lost =
      about.findLast(({ callId }) => callId === call.callId) ?? about.findLast(({ callId }) => callId === null);
    if (lost === undefined || lost.verdict === counts?.verdict) continue;
    // Beside the call's own decision one for all calls would not count either.
    if (lost.callId === null && counts !== null && counts.callId !== null) continue;
    const rule = lost.verdict === "rejected" && counts !== null ? "rejection-replaced" : "decision-replaced";
    report(rule, lost.path, { ...idsOf(standing), verdict: lost.verdict });
  }
}

/** Decisions in a place that this reader does not read. */
function checkNotRead({ run, report }: Outlooker): void {
  const context = run.state.context;
  if (!isObject(context)) return;
  const path = [...run.base, "context"];
  if (!run.dialect.does.readsOwnedApprovals && !isFalsy(context.function_tool_approvals)) {
    report("decision-not-read", [...path, "function_tool_approvals"], { key: "function_tool_approvals" });
  }
  if (!run.dialect.does.readsHostedApprovals && !isFalsy(context.hosted_mcp_approvals)) {
    report("decision-not-read", [...path, "hosted_mcp_approvals"], { key: "hosted_mcp_approvals" });
  }
}
