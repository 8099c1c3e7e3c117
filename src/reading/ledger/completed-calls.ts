import { isObject, type JsonObject, member, type Path } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { callIdOf } from "../../python/calls.ts";
import { nonEmptyString } from "../../python/truth.ts";
import type { History } from "../history/links.ts";
import { type Pass, report } from "../pass.ts";
import type { ItemReading, ItemsReading, Links, StepReading } from "../reading.ts";
import { type Audit, type Completed, spotPath } from "./audit.ts";
import { liveToolsOf } from "./call.ts";
import { isNativeCall, visitInput, visitItems, visitResponses, visitTypes } from "./walk.ts";

/** `_validate_completed_tool_invocations`: completed calls must stand in the restored history, with their outputs, and unchanged.
 * Calls whose fingerprint cannot be taken make the reader raise at every label. */
export function auditCompletedCalls(pass: Pass, history: History, links: Links, step: StepReading | null): void {
  if (!pass.dialect.does.fingerprintsCalls) return;
  const audit: Audit = {
    pass,
    processed: history.processed,
    completed: completedEntries(pass),
    names: new Map(),
    fragile: pass.document.mayHoldSurrogates(),
    patches: history.processed?.actions.some(({ list }) => list === "apply_patch_actions") ?? false,
    known: new Map(),
    live: null,
    crashed: false,
  };
  const { generated, session, repeats, processed } = history;
  const isRepeat = (raw: JsonObject, index: number) =>
    !audit.fragile && !isNativeCall(raw) && repeats.at(index) !== undefined;
  visitTypes(audit, history);
  if (audit.completed.size > 0) collectNames(audit, history);
  visitItems(audit, generated, ["generated_items"], (raw, index) => isNativeCall(raw) && links[index] !== undefined);
  if (session !== null) visitItems(audit, session, ["session_items"], isRepeat);
  if (processed !== null) visitItems(audit, processed.newItems, ["last_processed_response", "new_items"]);
  visitResponses(audit, processed, step);
  visitInput(audit);
  if (!audit.crashed) reportCompleted(audit);
}

function completedEntries(pass: Pass): ReadonlyMap<string, Completed> {
  const completed = new Map<string, Completed>();
  const context = pass.state.context;
  if (!pass.dialect.does.takesLedger || !isObject(context)) return completed;
  const ledger = context.tool_invocations;
  if (!isObject(ledger)) return completed;
  for (const callId of Object.keys(ledger)) {
    const entry = member(ledger, callId);
    if (!isObject(entry) || entry.completed !== true) continue;
    const { type, fingerprint } = entry;
    completed.set(callId, {
      type: type as string,
      fingerprint: fingerprint as string,
      calls: 0,
      output: false,
      tools: null,
      asked: null,
      mismatch: null,
    });
  }
  return completed;
}

/** The first name that an item gives to each call (`collect_resolved_tool_name`). */
function collectNames(audit: Audit, { generated, session, repeats, processed }: History): void {
  const collect = (items: ItemsReading | null, isTold: (index: number) => boolean) => {
    const kept = items?.kept ?? [];
    for (let place = 0; place < kept.length; place++) {
      const item = kept[place] as ItemReading;
      const named = isTold(item.index) ? null : namedCall(audit, item);
      if (named !== null && !audit.names.has(named.callId)) audit.names.set(named.callId, named.name);
    }
  };
  collect(generated, () => false);
  if (session?.kept !== generated.kept) collect(session, (index) => repeats.at(index) !== undefined);
  collect(processed?.newItems ?? null, () => false);
}

function namedCall({ completed }: Audit, { type, data, raw }: ItemReading): { callId: string; name: string } | null {
  if ((type !== "tool_call_item" && type !== "tool_approval_item") || !isObject(raw)) return null;
  const name = nonEmptyString(data.tool_name ?? raw.name);
  const call = callIdOf(raw);
  if (name === undefined || call === null || call === "unhashable" || call.callId === null) return null;
  // A function call has its name in its key, but for one that was a patch.
  const isKeyed = call.type === "function_call" && completed.get(call.callId)?.type !== "apply_patch_call";
  return isKeyed ? null : { callId: call.callId, name };
}

function reportCompleted(audit: Audit): void {
  const missing = missingTools(audit);
  for (const [callId, entry] of audit.completed) {
    const path = ["context", "tool_invocations", callId];
    const mismatch = entry.mismatch ?? needsMissing(entry, missing);
    if (entry.calls === 0) report(audit.pass, "completed-call-missing", path, { id: callId });
    else if (mismatch !== null) {
      report(audit.pass, "completed-call-mismatch", path, { id: callId, call: pointerOf(mismatch) });
    } else if (!entry.output) report(audit.pass, "completed-call-without-output", path, { id: callId });
  }
}

/** The tools that the graph must be without, since a call is the ledger's only so. It is without them for every call. */
function missingTools(audit: Audit): ReadonlySet<string> {
  const missing = new Set<string>();
  for (const [callId, { tools }] of audit.completed) {
    if (tools === null || tools.some((tool) => tool !== undefined)) continue;
    for (const { key } of liveToolsOf(audit, callId)) missing.add(key);
  }
  return missing;
}

/** The place of a call that is the ledger's only with a tool which the graph must be without. */
function needsMissing({ tools, asked }: Completed, missing: ReadonlySet<string>): Path | null {
  if (missing.size === 0 || tools === null || asked === null) return null;
  return tools.every((tool) => tool !== undefined && missing.has(tool.key)) ? spotPath(asked) : null;
}
