import { isObject, type Json, type Path } from "../document/json.ts";
import { isTwin } from "../python/equality.ts";
import { callIdentity } from "../python/invocation.ts";
import { readLookupKey } from "../python/tool-identity.ts";
import { committedCalls } from "./ledger-rules.ts";
import type { Outlooker } from "./outlooker.ts";

/** A call, with what its identity is worked out from. */
interface Made {
  readonly raw: Json;
  readonly path: Path;
  readonly lookupKey?: ReturnType<typeof readLookupKey>;
  readonly toolName?: Json | undefined;
}

/** Two different calls under one id, among those of the paused response or among those that have run: releases up to 0.19.4 let a model
 * number its calls anew, later ones refuse the resume (`_dedupe_processed_response_invocations`). */
export function checkReusedIds(outlooker: Outlooker): void {
  const { run } = outlooker;
  // Of a nested run the outer one does not see the error.
  if (!run.dialect.on["call-id-of-two-calls"] || run.base.length > 0) return;
  if (run.step?.type !== "next_step_interruption") return;
  const queued = (run.processed?.functions ?? []).map(({ call, data, path }) => ({
    raw: call,
    path: [...run.base, ...path, "tool_call"],
    lookupKey: isObject(data.tool) ? readLookupKey(data.tool.lookupKey) : undefined,
  }));
  if (checkCalls(outlooker, queued, () => true)) return;
  let committed: ReadonlySet<string> | undefined;
  const made = run.generated.kept.flatMap(({ index, type, raw, data }) =>
    type === "tool_call_item"
      ? [{ raw, path: [...run.base, "generated_items", index, "raw_item"], toolName: data.tool_name }]
      : [],
  );
  checkCalls(outlooker, made, (key) => {
    committed ??= committedCalls(run);
    return committed.has(key);
  });
}

/** Reports the first id that stands for two calls; whether there was one. `counts`: of `type id`. */
function checkCalls({ reading, report }: Outlooker, calls: readonly Made[], counts: (key: string) => boolean): boolean {
  const first = new Map<string, Made>();
  const identityOf = ({ raw, path, lookupKey, toolName }: Made) => {
    const identity = callIdentity(raw, { lookupKey, toolName, place: { document: reading.document, path } });
    return identity === null || typeof identity === "string" ? null : identity;
  };
  for (const call of calls) {
    const id = isObject(call.raw) ? call.raw.call_id : undefined;
    if (typeof id !== "string") continue;
    const known = first.get(id);
    if (known === undefined) first.set(id, call);
    if (known === undefined || isTwin(known.raw, call.raw)) continue;
    const [before, now] = [identityOf(known), identityOf(call)];
    if (before === null || now === null || before.type !== now.type || !counts(`${now.type} ${id}`)) continue;
    if (before.fingerprint === now.fingerprint) continue;
    report("call-id-of-two-calls", [...call.path, "call_id"], { id });
    return true;
  }
  return false;
}
