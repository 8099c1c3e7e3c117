import { isObject, type JsonObject, member } from "../../document/json.ts";
import { hostedRequestOf } from "../../python/call-view.ts";
import { idOfCall } from "../../python/calls.ts";
import { answeredIds } from "../../reading/run/call-ids.ts";
import { nameable, unnamedCalls, unnamedFinished } from "../../reading/run/finished-calls.ts";
import { isSticky, readRecord } from "./approvals.ts";
import { note, setMember } from "./change.ts";
import type { KeptItem } from "./facts.ts";
import { hasCall, hostedRecordsFor, recordsFor } from "./pending.ts";
import type { Change, Run } from "./step.ts";

/** 1.14 → 1.15: under older labels the resume looks into the ledger for a finished call that does not name its tool;
 * from 1.15 on it raises unless the call has the name that its approval or its action has. The session item of that call gets it too, and the one of
 * the response: items that differ count as two (`_generated_session_item_indexes`), and a boundary that `--restore` brings back proves nothing
 * (`_restore_current_response_item_identities`). */
export function nameFinishedCalls(run: Run): Change[] {
  const finished = unnamedFinished(run.facts.generated, run.facts.actions);
  const names = new Map(finished.map(({ id, name }) => [id, name]));
  const copies = [...run.facts.session, ...run.facts.newItems];
  const edits = [...finished, ...nameable(copies, names)].map(({ item, name }) =>
    setMember(item.data, item.path, "tool_name", name),
  );
  const [first] = edits;
  if (first === undefined) return [];
  return [{ rule: "finished-call-named", path: first.path, args: { calls: names.size }, edits }];
}

/** A call that waits stays without the name, as the SDK keeps it: run while another still waits, or a nested run stops once more, it is a
 * finished one at the next resume. */
export function warnUnnamedCalls(run: Run): Change[] {
  const { approvals, generated, actions } = run.facts;
  const nested = hasNestedRun(run);
  if (!nested && (approvals.length < 2 || !approvals.some((item) => isOpen(run, item)))) return [];
  const finished = answeredIds(generated);
  const waiting = unnamedCalls(generated, actions).filter(({ id }) => !finished.has(id));
  const [first] = waiting;
  if (first === undefined) return [];
  return [note("native-calls-undecided", first.item.path, { places: waiting.length, nested })];
}

/** Label 1.0 has no states of nested runs, but the run waits for their calls. */
function hasNestedRun({ inner, facts }: Run): boolean {
  if (inner.length > 0) return true;
  const own = new Set(facts.generated.flatMap(({ data, raw }) => (isApproval(data) ? [] : (idOfCall(raw) ?? []))));
  return facts.approvals.some(({ raw }) => !own.has(idOfCall(raw) ?? ""));
}

function isApproval(data: JsonObject): boolean {
  return member(data, "type") === "tool_approval_item";
}

/** Whether nothing on record decides a call. A sticky decision about a function does not from 0.23.1 on; one about a hosted MCP tool does only
 * when it is kept by server. */
function isOpen(run: Run, item: KeptItem): boolean {
  const id = idOfCall(item.raw) ?? "";
  const records = recordsFor(run, item);
  if (records.some(({ record }) => hasCall(readRecord(record), id))) return false;
  if (isObject(item.raw) && member(item.raw, "type") === "function_call") return true;
  const sticky = hostedRequestOf(item.raw) === undefined ? records : hostedRecordsFor(run, item);
  return !sticky.some(({ record }) => isSticky(readRecord(record)));
}
