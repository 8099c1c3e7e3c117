import { isObject, type Json, type JsonObject, member, type Path } from "../document/json.ts";
import { valueAt } from "../document/value-at.ts";
import type { FindingArgs } from "../findings/finding.ts";
import { kindOf } from "../findings/kind-of.ts";
import { readLookupKey } from "../python/tool-identity.ts";
import { isHashable, isTruthy } from "../python/truth.ts";
import type { ItemReading } from "../reading/reading.ts";
import { isInterrupted, waitingApprovals } from "../reading/run/interruption.ts";
import { originOf } from "../reading/tool-origin.ts";
import type { RuleName } from "../rules/index.ts";
import { draftVersion, versions } from "../versions/registry.ts";
import type { Outlooker } from "./outlooker.ts";

/** Every key at the top of a run that some version brought in. */
const knownKeys: ReadonlySet<string> = new Set(
  [...versions, draftVersion].flatMap(({ added }) => added.flatMap(({ at }) => /^\/([^/*]+)/.exec(at)?.[1] ?? [])),
);

const isText = (value: Json) => value === null || typeof value === "string";
const isWhole = (value: Json) => typeof value === "number" && value >= 0;

/** A number for Python: true and false count as 1 and 0. */
const isNumber = (value: Json) => typeof value === "number" || typeof value === "boolean";

interface LooseField {
  readonly key: string;
  readonly fits: (value: Json) => boolean;
  /** What the resume makes of a value that does not fit and that it cannot work with. */
  readonly broken?: { readonly rule: RuleName; readonly works: (value: Json) => boolean };
}

/** Fields that the reader takes as they come: what no writer writes there fails later, if at all. */
const looseFields: readonly LooseField[] = [
  { key: "conversation_id", fits: isText },
  { key: "previous_response_id", fits: isText },
  { key: "auto_previous_response_id", fits: (value) => value === null || typeof value === "boolean" },
  {
    key: "max_turns",
    fits: (value) => value === null || isWhole(value),
    broken: { rule: "field-unusable", works: (value) => typeof value === "number" },
  },
  { key: "current_turn", fits: isWhole, broken: { rule: "field-unusable", works: isNumber } },
  {
    key: "current_turn_persisted_item_count",
    fits: isWhole,
    broken: { rule: "stored-count-unusable", works: isNumber },
  },
  { key: "no_active_agent_run", fits: (value) => typeof value === "boolean" },
];

/** Values that load and make no sense (reader rules ENV-7, INP-1, ITM-14, ITM-15, MSC-5). */
export function checkOddFields(outlooker: Outlooker): void {
  const { run, report } = outlooker;
  for (const key in run.state) if (!knownKeys.has(key)) report("unknown-key", [...run.base, key]);
  for (const field of looseFields) checkLoose(outlooker, field);
  checkInput(outlooker);
  checkItems(outlooker);
  checkLists(outlooker);
  checkDetails(outlooker);
}

function checkLoose(outlooker: Outlooker, { key, fits, broken }: LooseField): void {
  const { run, report } = outlooker;
  const value = run.state[key];
  if (value === undefined || fits(value)) return;
  const path = [...run.base, key];
  if (broken === undefined || broken.works(value)) report("field-kind-odd", path, { key, found: kindOf(value) });
  else if (broken.rule === "field-unusable") unusableLater(outlooker, path, value);
  else report(broken.rule, path, { key, found: kindOf(value) });
}

/** Items that the next turn cannot use. */
function checkItems(outlooker: Outlooker): void {
  const { base, generated, terminal } = outlooker.run;
  const { kept } = generated;
  for (let place = 0; place < kept.length; place++) {
    const { index, raw, type } = kept[place] as ItemReading;
    if (!isObject(raw)) {
      if (type !== "tool_approval_item") unusableLater(outlooker, [...base, "generated_items", index, "raw_item"], raw);
    } else if (type === "tool_call_item" && !terminal) {
      const key = unhashableKey(raw);
      if (key !== undefined)
        unusableLater(outlooker, [...base, "generated_items", index, "raw_item", key], raw[key] as Json);
    }
  }
}

/** Details of items that are dropped; of items that several lists hold in the same words the first is told. */
function checkDetails({ run, report }: Outlooker): void {
  const { base, generated, session, processed } = run;
  const told = new Set<string>();
  const check = (list: Path, entries: readonly { readonly index: number; readonly data: JsonObject }[]) => {
    for (let place = 0; place < entries.length; place++) {
      const { index, data } = entries[place] as ItemReading;
      const odd = oddDetail(data, run.dialect.does.readsCustomData);
      if (odd === null) continue;
      const words = JSON.stringify(data);
      if (!told.has(words)) report("item-detail-dropped", [...base, ...list, index, odd]);
      told.add(words);
    }
  };
  check(["generated_items"], generated.kept);
  if (session !== null) check(["session_items"], session.kept);
  if (processed !== null) check(["last_processed_response", "new_items"], processed.newItems.kept);
  for (const { path, data } of waitingApprovals(run))
    check(path.slice(0, -1), [{ index: path.at(-1) as number, data }]);
}

/** The next turn tells its calls from those of the items by what must be hashable for that, the id and the name (`_tool_call_identity`). */
function unhashableKey(raw: JsonObject): string | undefined {
  if (!isHashable(raw.name)) return "name";
  const id = isTruthy(raw.call_id) ? "call_id" : "id";
  return isTruthy(raw[id]) && !isHashable(raw[id]) ? id : undefined;
}

/** Lists that are first gone through when the run goes on. */
function checkLists(outlooker: Outlooker): void {
  const { run } = outlooker;
  const { pending_input: pending } = run.state;
  if (run.dialect.does.readsPendingInput && Array.isArray(pending)) {
    const odd = pending.findIndex((item) => !isObject(item));
    if (odd >= 0) unusableLater(outlooker, [...run.base, "pending_input", odd], pending[odd] as Json);
  }
  if (!isInterrupted(run) || run.processed === null) return;
  const used = member(run.processed.data, "tools_used");
  if (used === undefined || typeof used === "string" || isObject(used)) return;
  const path = [...run.base, "last_processed_response", "tools_used"];
  const odd = Array.isArray(used) ? used.findIndex((name) => !isHashable(name)) : undefined;
  if (odd === undefined) unusable(outlooker, path, used);
  else if (odd >= 0) unusable(outlooker, [...path, odd], valueAt(used, [odd]) as Json);
}

/** The resume raises at it before a call is run. */
function unusable({ report }: Outlooker, path: Path, value: Json): void {
  report("field-unusable", path, unusableArgs(path, value));
}

/** The next turn raises at it: the calls of a nested run have run then, and the run around it takes the error for the answer. */
function unusableLater({ run, report }: Outlooker, path: Path, value: Json): void {
  report(run.base.length > 0 ? "inner-field-unusable" : "field-unusable", path, unusableArgs(path, value));
}

function unusableArgs(path: Path, value: Json): FindingArgs {
  return { key: String(path.findLast((step) => typeof step === "string")), found: kindOf(value) };
}

function checkInput({ run, report }: Outlooker): void {
  const { original_input: input } = run.state;
  const path = [...run.base, "original_input"];
  if (typeof input === "string") return;
  if (!Array.isArray(input)) {
    const isListed = isObject(input) && run.dialect.does.listsObjectInput;
    report(isListed ? "input-kind-odd" : "field-unusable", path, {
      key: "original_input",
      found: kindOf(input),
    });
  } else {
    const odd = input.findIndex((item) => !isObject(item));
    if (odd >= 0) report("input-kind-odd", [...path, odd], { found: kindOf(input[odd]) });
  }
}

/** Whether the reader takes all of what an item says of its tool's origin: a name that is no text is left out. */
function takesOrigin(data: JsonObject): boolean {
  const { tool_origin: origin } = data;
  return originOf(data) !== undefined && isObject(origin) && originNames.every((key) => isText(origin[key] ?? null));
}

const originNames = ["mcp_server_name", "agent_name", "agent_tool_name"];

/** The member of a run item that the reader leaves out in silence, or null. */
function oddDetail(data: JsonObject, readsCustomData: boolean): string | null {
  const { custom_data: custom, tool_origin: origin, tool_lookup_key: key, tool_name: name, type } = data;
  if (isTruthy(custom) && (!isObject(custom) || !readsCustomData)) return "custom_data";
  if (origin !== undefined && origin !== null && !takesOrigin(data)) return "tool_origin";
  if (type === "tool_approval_item")
    return key !== undefined && key !== null && readLookupKey(key) === undefined ? "tool_lookup_key" : null;
  return type === "tool_call_item" && name !== undefined && name !== null && typeof name !== "string"
    ? "tool_name"
    : null;
}
