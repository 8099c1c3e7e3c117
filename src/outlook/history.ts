import { isObject, type Json } from "../document/json.ts";
import { idOfCall } from "../python/calls.ts";
import type { ItemReading, RunReading } from "../reading/reading.ts";
import { isInterrupted } from "../reading/run/interruption.ts";
import { lastOutput } from "../reading/run/model-output.ts";
import { queuedFunctions } from "../reading/run/queued.ts";
import { outputsWithoutCall } from "./lone-outputs.ts";
import type { Outlooker } from "./outlooker.ts";

/** What was cut out was cut out at once: told of the first. */
export function checkHistory(outlooker: Outlooker): void {
  const { run, report } = outlooker;
  checkModelCalls(outlooker);
  const [first] = outputsWithoutCall(run);
  if (first !== undefined)
    report("output-without-call", [...run.base, ...first.path], { id: first.id, open: first.waits });
}

/** A call that only the model's own response has, and no item of the run: the resume takes it up beside the others (`calls_to_reconcile`,
 * `custom_calls_to_reconcile` in `resolve_interrupted_turn`). */
function checkModelCalls({ run, report }: Outlooker): void {
  if (!run.dialect.on["response-call-unknown"] || !isInterrupted(run) || run.processed === null) return;
  const { path, items } = lastOutput(run);
  if (items.length === 0) return;
  const known = new Set<string | null>();
  // That it was asked for makes no item of it.
  const { kept } = run.generated;
  for (let place = 0; place < kept.length; place++) {
    const { type, raw } = kept[place] as ItemReading;
    if (type !== "tool_approval_item") known.add(idOfCall(raw));
  }
  for (const { call } of queuedFunctions(run)) known.add(idOfCall(call));
  for (const [index, raw] of items.entries()) {
    const id = isTakenFromModel(run, raw) ? idOfCall(raw) : null;
    if (id === null || known.has(id)) continue;
    report("response-call-unknown", [...path, index], { id });
    return;
  }
}

function isTakenFromModel({ dialect }: RunReading, raw: Json): boolean {
  if (!isObject(raw)) return false;
  return raw.type === "function_call" || (raw.type === "custom_tool_call" && dialect.does.reconcilesMissingCustomTools);
}
