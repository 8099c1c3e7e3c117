import type { Edit } from "../../document/edit.ts";
import { isObject, member } from "../../document/json.ts";
import { idOfCall, outputIdentity } from "../../python/invocation.ts";
import { nonEmptyString } from "../../python/truth.ts";
import { setMember } from "../change.ts";
import type { KeptItem } from "../facts.ts";
import type { Change, Run } from "../step.ts";

/** 1.14 → 1.15, a finished native call of a turn that still waits for others: its approval names the tool, the call
 * itself did not before 0.20.0. From 1.15 on the reader takes the two for different calls under one id and the resume
 * raises (0.24.0 `_dedupe_processed_response_invocations`; under older labels it looks into the ledger instead). */
export function nameFinishedCalls(run: Run): Change[] {
  const asked = run.facts.generated.filter(({ data, raw }) => data.type === "tool_approval_item" && isNameless(raw));
  if (asked.length === 0) return [];
  const finished = new Set(run.facts.generated.map(({ raw }) => outputIdentity(raw)?.callId));
  const names = new Map<string, string>();
  for (const { data, raw } of asked) {
    const id = idOfCall(raw);
    const name = nonEmptyString(member(data, "tool_name"));
    if (id !== null && name !== undefined && finished.has(id)) names.set(id, name);
  }
  const edits = run.facts.generated.flatMap((item) => nameEdit(item, names));
  const [first] = edits;
  return first === undefined
    ? []
    : [{ rule: "finished-call-named", path: first.path, args: { calls: edits.length }, edits }];
}

/** Calls of shell, apply_patch and their like do not say their tool. */
function isNameless(raw: KeptItem["raw"]): boolean {
  return isObject(raw) && nonEmptyString(member(raw, "name")) === undefined;
}

function nameEdit({ data, raw, path }: KeptItem, names: ReadonlyMap<string, string>): Edit[] {
  const name = data.type === "tool_call_item" && isNameless(raw) ? names.get(idOfCall(raw) ?? "") : undefined;
  if (name === undefined || nonEmptyString(member(data, "tool_name")) !== undefined) return [];
  return [setMember(data, path, "tool_name", name)];
}
