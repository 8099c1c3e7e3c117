import { isObject, type Path } from "../../document/json.ts";
import { rawItems } from "../../reading/raw-items.ts";
import type { RunReading } from "../../reading/reading.ts";
import { ledgerOf } from "../../reading/run/ledger.ts";

/** A finished call of an apply_patch tool that the file holds as a function or custom call: the model may make it as one. */
export interface NamedPatch {
  readonly id: string;
  readonly name: string;
  readonly path: Path;
}

/** Those of a run, each once. Only the tool, at whatever agent, tells the reader what they were
 * (0.20.0 to 0.24.0 `_validate_completed_tool_invocations`). */
export function namedPatches(run: RunReading): NamedPatch[] {
  const finished = finishedPatches(run);
  if (finished.size === 0) return [];
  const found = new Map<string, NamedPatch>();
  for (const { item, path } of rawItems(run.state, false)) {
    if (!isObject(item) || (item.type !== "function_call" && item.type !== "custom_tool_call")) continue;
    const { call_id: id, name } = item;
    if (typeof id !== "string" || typeof name !== "string" || !finished.has(id) || found.has(id)) continue;
    found.set(id, { id, name, path: [...run.base, ...path] });
  }
  return [...found.values()];
}

function finishedPatches(run: RunReading): ReadonlySet<string> {
  const ledger = run.dialect.does.takesLedger ? (ledgerOf(run) ?? {}) : {};
  const isFinished = (id: string) => {
    const entry = ledger[id];
    return isObject(entry) && entry.type === "apply_patch_call" && entry.completed === true;
  };
  return new Set(Object.keys(ledger).filter(isFinished));
}
