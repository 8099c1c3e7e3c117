import { isObject, type Json, type JsonObject, type Path } from "../../document/json.ts";
import { idOfCall } from "../../python/calls.ts";
import { isTwin } from "../../python/equality.ts";
import { type CallOptions, identityIfTaken, optionsOfApproval } from "../../python/invocation.ts";
import { isSameKey, type LookupKey, lookupKeyOf, lookupKeyOfApproval } from "../../python/tool-identity.ts";
import { nonEmptyString } from "../../python/truth.ts";
import { agentKey } from "../../reading/agents.ts";
import type { FunctionReading } from "../../reading/reading.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";
import { runsIn } from "../../reading/run/nested-runs.ts";
import { queuedActions, queuedFunctions } from "../../reading/run/queued.ts";
import { pendingCallOf } from "../decisions/decisions.ts";
import { identityOfQueued, ownKeyOf } from "../decisions/identities.ts";
import { nestedCalls } from "../decisions/waiting-calls.ts";
import type { Outlooker } from "../outlooker.ts";
import { isMalformed } from "./malformed-calls.ts";

/** A function call that waits otherwise than it stands in the response: below 1.15 no ledger tells which of the two the run made. */
export function checkShown(outlooker: Outlooker): void {
  const { reading, run, standings, report } = outlooker;
  const { on, does } = run.dialect;
  if (does.takesLedger) return;
  // Of one id the outermost call counts, so it comes last.
  const queuedById = new Map(
    runsIn(run)
      .toReversed()
      .flatMap((level) => queuedFunctions(level).map((queued) => [queued.call.call_id, { queued, level }] as const)),
  );
  for (const { call } of standings) {
    const { raw, data, rawPath } = call.approval;
    const { queued, level } = queuedById.get(call.callId ?? undefined) ?? {};
    if (queued === undefined || level === undefined || !isObject(raw) || isTwin(queued.call, raw)) continue;
    // Without a ledger to compare it with, it is asked for again.
    if (!on["waiting-call-edited"] && isMalformed(run, call)) continue;
    const at = [...run.base, ...rawPath];
    const place = { document: reading.document, path: at };
    const shown = identityIfTaken(raw, optionsOfApproval(data, raw, place));
    const runs = identityOfQueued(reading.document, level, queued);
    if (shown === null || runs === null) continue;
    const isSameTool = nameShown(data, raw) === queued.call.name && isSameKey(keyShown(data, raw), ownKeyOf(queued));
    if (shown.type !== runs.type || (shown.fingerprint === runs.fingerprint && isSameTool)) continue;
    const id = { id: call.callId ?? "" };
    if (on["waiting-call-edited"]) report("waiting-call-edited", at, id);
    else if (isSameTool) report("runs-not-as-shown", [...at, "arguments"], id);
  }
  checkOthersShown(outlooker);
}

/** The same of calls of other kinds: a shell command, a patch, an input. */
function checkOthersShown({ reading, run, standings, report }: Outlooker): void {
  const waiting = standings.filter(({ call }) => call.kind !== "function_call" && call.callId !== null);
  if (waiting.length === 0) return;
  const others = new Map(
    runsIn(run)
      .toReversed()
      .flatMap((level) =>
        queuedActions(level).map(({ call, callPath, options }) => [
          idOfCall(call),
          { raw: call, path: [...level.base, ...callPath], options },
        ]),
      ),
  );
  const identityAt = (raw: Json, path: Path, options: CallOptions) =>
    identityIfTaken(raw, { ...options, place: { document: reading.document, path } });
  const isBound = run.dialect.on["waiting-call-edited"];
  for (const { call } of waiting) {
    const other = others.get(call.callId);
    if (other === undefined) continue;
    const { raw, data, rawPath } = call.approval;
    // The decision is bound to the tool that the approval names; what runs is that of the action.
    const toolName = isBound ? data.tool_name : other.options.toolName;
    if (isTwin(other.raw, raw) && toolName === other.options.toolName) continue;
    const shown = identityAt(raw, [...run.base, ...rawPath], { ...other.options, toolName });
    const runs = identityAt(other.raw, other.path, other.options);
    const isNameless = runs === null && call.kind === "custom_tool_call" && run.dialect.does.comparesNamelessCalls;
    if (shown === null) continue;
    if (!isNameless && (shown.type !== runs?.type || shown.fingerprint === runs.fingerprint)) continue;
    const rule = isBound ? "waiting-call-edited" : "runs-not-as-shown";
    report(rule, [...run.base, ...rawPath], { id: shown.callId });
  }
}

/** A call of a nested run that the outermost list shows under another name: no release compares the two (0.24.0 `_approval_items_match`), and
 * up to 0.19.4 a call whose key was changed too is lost. */
export function checkCopies({ run, report }: Outlooker): void {
  if (run.base.length > 0) return;
  const inside = nestedCalls(run);
  if (inside.length === 0) return;
  const current = agentKey(run.state.current_agent);
  const made = new Map(inside.map((call) => [call.callId, call]));
  for (const shown of waitingApprovals(run).map(pendingCallOf)) {
    const { callId, kind, tool, agent, keys } = shown;
    const call = made.get(callId);
    if (call === undefined || callId === null || kind !== "function_call" || tool === call.tool) continue;
    if (agent !== call.agent || agent === current) continue;
    if (run.dialect.does.matchesNestedCalls && !isTwin([...keys], [...call.keys])) continue;
    report("runs-not-as-shown", shown.approval.rawPath, { id: callId });
  }
}

function keyShown(data: JsonObject, raw: JsonObject): LookupKey | undefined {
  return lookupKeyOfApproval(data, raw) ?? lookupKeyOf(raw.name, raw.namespace);
}

/** A name that is missing in the call is that of its key. */
function nameShown(data: JsonObject, raw: JsonObject): Json | undefined {
  return nonEmptyString(raw.name) ?? keyShown(data, raw)?.at(-1);
}

/** A function call that waits under another name than the response has it, where no ledger tells: what is run, and asked for, is the tool
 * that the response names, up to 0.10.5 beside the call. */
export function checkRenamed({ run, standings, report }: Outlooker): void {
  const { on, does } = run.dialect;
  if (!on["queued-call-renamed"]) return;
  const queuedById = new Map(queuedFunctions(run).map((queued) => [queued.call.call_id, queued]));
  for (const { call, counts } of standings) {
    const queued = queuedById.get(call.callId ?? undefined);
    const { raw, data } = call.approval;
    if (queued === undefined || !isObject(raw) || counts?.verdict === "rejected" || isMalformed(run, call)) continue;
    const { tool } = queued.data;
    const key = does.findsFunctionsByToolName && isObject(tool) ? "tool" : "tool_call";
    const name = isObject(tool) && key === "tool" ? tool.name : queued.call.name;
    if (typeof name !== "string") continue;
    // Its decision is looked for by the name of the tool, and stands under that of the approval, not of the call in it.
    const shown = key === "tool" ? (nonEmptyString(data.tool_name) ?? raw.name) : keyShown(data, raw)?.at(-1);
    if (name === shown && (key === "tool" || !isOfAnotherSpace(queued, keyShown(data, raw)))) continue;
    const at = [...run.base, ...queued.path, key];
    report("queued-call-renamed", name === shown ? at : [...at, "name"], {
      id: call.callId ?? "",
      tool: call.tool,
    });
  }
}

/** Its decision stands under the key of the call that waits, and is looked for under its own; a tool that is loaded on demand has one key. */
function isOfAnotherSpace(queued: FunctionReading, shown: LookupKey | undefined): boolean {
  return shown?.[0] !== "deferred_top_level" && !isSameKey(ownKeyOf(queued), shown);
}
