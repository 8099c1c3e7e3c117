import { copyOf } from "../../document/edits/new-json.ts";
import { isObject, type Json, type JsonObject, listOf, member, objectOf, type Path } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { valueAt } from "../../document/value-at.ts";
import type { Finding } from "../../findings/finding.ts";
import { named } from "../../named.ts";
import { idOfCall } from "../../python/calls.ts";
import { type CallOptions, identityIfTaken, isSameInvocation, optionsOfApproval } from "../../python/invocation.ts";
import type { Draft, RepairEdit } from "../cause.ts";
import { type Facts, runAround } from "../facts.ts";

/** A call as one of the places has it; without a path when that is the session. */
interface Copy {
  readonly call: JsonObject;
  readonly path: Path | null;
  readonly options: readonly CallOptions[];
}

/** What of a call the ledger's hash is taken of, and a hand or a masking logger changes. */
const nameKeys = ["name", "namespace"];
const told = [...nameKeys, "arguments", "input", "action", "operation"];

const itemLists: readonly Path[] = [
  ["generated_items"],
  ["session_items"],
  ["last_processed_response", "new_items"],
  ["last_processed_response", "interruptions"],
  ["current_step", "data", "interruptions"],
];

/** A call that a finding about the resume is about, as it was made. */
export function undoEdit(facts: Facts, { path, rule, args }: Finding): Draft[] {
  const base = runAround(facts, path)?.base;
  return base === undefined
    ? []
    : undoing(facts, [{ base, id: String(args.id) }]).map((draft) => ({ ...draft, cures: [rule] }));
}

/** All calls of the runs whose finished calls the reader finds changed: those that wait were changed with them. */
export function undoEdits(facts: Facts, errors: readonly Finding[]): Draft[] {
  const runs = new Map(
    errors
      .filter(({ rule }) => rule === "completed-call-mismatch")
      .map(({ path }) => [pointerOf(path.slice(0, -3)), path.slice(0, -3)]),
  );
  const calls = [...runs.values()].flatMap((base) =>
    Object.keys(objectOf(valueAt(facts.document.value, [...base, "context", "tool_invocations"]))).map((id) => ({
      base,
      id,
    })),
  );
  return undoing(facts, calls);
}

/** One of the copies of a call still has the hash of the ledger, and the others are made like it. */
function undoing(facts: Facts, calls: readonly { readonly base: Path; readonly id: string }[]): Draft[] {
  const copies = copiesById(facts);
  const changed = calls
    .map(({ base, id }) => ({ id, edits: editsOf(facts, copies, base, id) }))
    .filter(({ edits }) => edits.length > 0);
  if (changed.length === 0) return [];
  return [
    {
      id: "undo-edit",
      summary: `give ${named(changed.map(({ id }) => id))} back what was changed: one place still has the call with the hash of the ledger`,
      edits: changed.flatMap(({ edits }) => edits),
      risk: "The call does again what the model asked for. To change what it does, reject it with a message: the model calls again. Outputs that were changed with it stay so.",
    },
  ];
}

function editsOf({ document }: Facts, copiesOf: CopiesOf, base: Path, id: string): RepairEdit[] {
  const entryAt = (level: Path) => valueAt(document.value, [...level, "context", "tool_invocations", id]);
  // A call that waits in a run inside stands in the list of the outer one too, and in the ledger of its own.
  const own = levelsIn(document.value, base).find((level) => isObject(entryAt(level)));
  const entry = own === undefined ? undefined : entryAt(own);
  if (own === undefined || !isObject(entry)) return [];
  const levels = own === base ? [base] : [own, base];
  const copies = copiesOf(levels, id).filter(({ call }) => call.type === entry.type);
  // Where a native call stands without the name of its tool, another place has it.
  const names = copies.flatMap(({ options }) => options.filter(({ toolName }) => typeof toolName === "string"));
  const isProved = ({ call, path, options }: Copy) =>
    [...options, ...names].some((one) => {
      const place = path === null ? undefined : { document, path };
      const identity = identityIfTaken(call, { ...one, place });
      return identity !== null && isSameInvocation(identity, entry);
    });
  const proved = copies.find(isProved);
  if (proved === undefined) return [];
  return copies.flatMap((copy) => (copy.path === null ? [] : likeThe(proved, copy.path, copy)));

  function likeThe({ call, path: from }: Copy, path: Path, copy: Copy): RepairEdit[] {
    // With the key of its tool an approval has the hash under any name.
    return (isProved(copy) ? nameKeys : told).flatMap((key): RepairEdit[] => {
      const [was, is] = [member(call, key), member(copy.call, key)];
      if (JSON.stringify(was) === JSON.stringify(is)) return [];
      const place = [...path, key];
      if (was === undefined) return [{ edit: { op: "remove", path: place }, reason: "the call was made without it" }];
      const value = from === null ? was : (copyOf(document, [...from, key]) ?? was);
      const op = is === undefined ? "add" : "replace";
      return [{ edit: { op, path: place, value }, reason: "as the call was made" }];
    });
  }
}

/** The copies of a call in these runs and in the session. */
type CopiesOf = (levels: readonly Path[], id: string) => readonly Copy[];

/** A file may have thousands of calls: each run is gone through once. */
function copiesById(facts: Facts): CopiesOf {
  const known = new Map<string, ReadonlyMap<string | null, Copy[]>>();
  const mapOf = (level: Path) => {
    const key = pointerOf(level);
    const map = known.get(key) ?? byId(copiesIn(facts.document.value, level));
    known.set(key, map);
    return map;
  };
  const inSession = byId(copiesInSession(facts));
  return (levels, id) => [...levels.map(mapOf), inSession].flatMap((map) => map.get(id) ?? []);
}

function byId(copies: readonly Copy[]): ReadonlyMap<string | null, Copy[]> {
  const map = new Map<string | null, Copy[]>();
  for (const copy of copies) {
    const id = idOfCall(copy.call);
    const known = map.get(id);
    if (known === undefined) map.set(id, [copy]);
    else known.push(copy);
  }
  return map;
}

/** The run at a place, and those inside. */
function levelsIn(root: Json, base: Path): Path[] {
  const list = [...base, "last_processed_response", "functions"];
  return [
    base,
    ...listOf(valueAt(root, list)).flatMap((entry, index) =>
      isObject(entry) && isObject(entry.agent_run_state) ? levelsIn(root, [...list, index, "agent_run_state"]) : [],
    ),
  ];
}

function copiesIn(root: Json, base: Path): Copy[] {
  const copies: Copy[] = [];
  const take = (call: Json | undefined, path: Path, options: readonly CallOptions[]) => {
    if (isObject(call)) copies.push({ call, path: [...base, ...path], options });
  };
  const run = objectOf(valueAt(root, base));
  for (const list of itemLists)
    listOf(valueAt(run, list)).forEach((item, index) => {
      if (!isObject(item)) return;
      const raw = member(item, "raw_item") ?? null;
      const named = { toolName: member(item, "tool_name") };
      take(raw, [...list, index, "raw_item"], [named, optionsOfApproval(item, raw), { ...named, role: "handoff" }]);
    });
  for (const [list, actions] of Object.entries(objectOf(run.last_processed_response)))
    listOf(actions).forEach((action, index) => {
      const path = ["last_processed_response", list, index, "tool_call"];
      take(objectOf(action).tool_call, path, [{}, { role: "handoff" }]);
    });
  const responses: Path[] = listOf(run.model_responses).map((_, index) => ["model_responses", index]);
  for (const response of [...responses, ["last_model_response"]])
    listOf(valueAt(run, [...response, "output"])).forEach((call, index) => {
      take(call, [...response, "output", index], [{}, { typed: true }, { role: "handoff" }]);
    });
  return copies;
}

function copiesInSession({ session }: Facts): Copy[] {
  return (session?.items ?? []).flatMap(({ value }) =>
    isObject(value) ? [{ call: value, path: null, options: [{}, { role: "handoff" }] }] : [],
  );
}
