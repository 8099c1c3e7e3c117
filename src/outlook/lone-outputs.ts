import { isObject, type Json, type JsonObject, listOf, type Path } from "../document/json.ts";
import { answeredId, idOfCall } from "../python/calls.ts";
import { placeholderId } from "../python/input-item.ts";
import type { ItemReading, RunReading } from "../reading/reading.ts";
import { isInterrupted } from "../reading/run/interruption.ts";
import { modelOutputs } from "../reading/run/model-output.ts";
import { queuedActions, queuedFunctions } from "../reading/run/queued.ts";
import { waitingIds } from "./decisions/decisions.ts";
import { serverKeysOf } from "./server-conversation.ts";

/** An output that the model is sent, or will be, without the call that it answers. */
export interface LoneOutput {
  /** Empty where the output names no call. */
  readonly id: string;
  /** In the run: of the output's item, or of the call that the resume answers. */
  readonly path: Path;
  readonly raw: Json | undefined;
  /** The resume answers the call: there is no output yet. */
  readonly waits: boolean;
}

/** Calls without an output are left out of what is sent, but outputs without their call never (0.24.0 `prepare_model_input_items`,
 * `drop_orphan_function_calls`; older ones alike). A conversation that the server keeps has the
 * calls that the model made. */
export function outputsWithoutCall(run: RunReading): LoneOutput[] {
  if (run.step === null || run.terminal) return [];
  const isKept = serverKeysOf(run.state).length > 0;
  const calls = callsThatAreSent(run, isKept);
  const outputs: LoneOutput[] = [];
  const told = new Set<string>();
  const isNew = (id: string) => !calls.has(id) && !told.has(id);
  const add = (output: LoneOutput) => {
    told.add(output.id);
    outputs.push(output);
  };
  const idOfOutput = (raw: Json | undefined): string | null => {
    const id = isKept ? null : answeredId(raw);
    return id === null || id === "" || isNew(id) ? id : null;
  };
  for (const [index, raw] of listOf(run.state.original_input).entries()) {
    const id = idOfOutput(raw);
    if (id !== null) add({ id, path: ["original_input", index], raw, waits: false });
  }
  const { kept } = run.generated;
  for (let place = 0; place < kept.length; place++) {
    const { raw, index, type } = kept[place] as ItemReading;
    const id = type === "tool_approval_item" ? null : idOfOutput(raw);
    if (id !== null) add({ id, path: ["generated_items", index, "raw_item"], raw, waits: false });
  }
  addOpen(run, (id, path, raw) => {
    if (isNew(id)) add({ id, path, raw, waits: true });
  });
  return outputs;
}

/** Ids of the calls that the model is sent with the items, or that its server has. */
function callsThatAreSent(run: RunReading, isKept: boolean): ReadonlySet<string> {
  const calls = new Set<string>();
  const byItemId = new Map<string, string>();
  const add = (raw: Json | undefined) => {
    const id = idOfCall(raw);
    if (id === null) return;
    calls.add(id);
    const key = run.dialect.does.keepsOneOfEachItemId ? itemKey(raw) : null;
    if (key === null) return;
    const earlier = byItemId.get(key);
    if (earlier !== undefined && earlier !== id) calls.delete(earlier);
    byItemId.set(key, id);
  };
  listOf(run.state.original_input).forEach(add);
  const { kept } = run.generated;
  for (let place = 0; place < kept.length; place++) {
    const { raw, type } = kept[place] as ItemReading;
    // An approval among the items is not sent.
    if (type !== "tool_approval_item") add(raw);
  }
  if (isKept) for (const raw of modelOutputs(run.state)) add(raw);
  return calls;
}

/** What the SDK knows an item by that has an id of its own; one that stands in for a missing id is none. */
function itemKey(raw: Json | undefined): string | null {
  if (!isObject(raw) || typeof raw.id !== "string" || raw.id === placeholderId) return null;
  return `${raw.type} ${raw.id}`;
}

/** The calls of the interrupted response: the resume answers each, be it with a rejection. */
function addOpen(run: RunReading, add: (id: string, path: Path, raw: Json | undefined) => void): void {
  if (!isInterrupted(run)) return;
  const listed = waitingIds(run);
  const addCall = (call: JsonObject, path: Path) => {
    const id = idOfCall(call);
    if (id !== null) add(id, path, call);
  };
  for (const { call, path } of queuedFunctions(run)) addCall(call, [...path, "tool_call"]);
  for (const { list, call, callPath } of queuedActions(run)) {
    // What this release does not look at is not answered; nor is a request of a hosted server that does not wait.
    if (list === "handoffs" && !run.dialect.does.takesUpHandoffs) continue;
    if (list === "mcp_approval_requests" && !listed.has(idOfCall(call))) continue;
    addCall(call, callPath);
  }
}
