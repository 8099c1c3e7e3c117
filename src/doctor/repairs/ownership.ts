import type { Edit } from "../../document/edits/edit.ts";
import { isObject, type Json, member, type Path } from "../../document/json.ts";
import type { Finding } from "../../findings/finding.ts";
import { addTo } from "../../multimap.ts";
import { currentAgent, isGated } from "../../outlook/program/agents.ts";
import { equalInPython } from "../../python/equality.ts";
import type { RunReading } from "../../reading/reading.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import { responseItems } from "../../reading/run/queued.ts";
import type { Draft, RepairEdit } from "../cause.ts";
import { type Facts, runOf } from "../facts.ts";
import { firstWith, isBelow, readerFrom, releaseFrom } from "../labels.ts";
import { liftTo } from "../lift.ts";

/** The record of 1.17 that says which generated items the paused response made, when they can be told in one way only. */
export function fixBoundary(facts: Facts, { path }: Finding): Draft[] {
  const run = runOf(facts);
  if (run === null || path[0] !== "last_processed_response") return [];
  const edits = boundaryEdits(facts, run);
  const lifted = liftTo(facts, firstWith.ownership);
  if (edits === null || lifted === null || staysRefused(facts, run)) return [];
  return [
    {
      id: "add-ownership",
      summary: `${isBelow(facts, firstWith.ownership) ? `label ${firstWith.ownership} and ` : ""}current_response_generated_item_ownership: worked out from the file`,
      edits: [...lifted, ...edits],
      risk: `The record was worked out, not stored by the run. It names the one place where the items of the last response stand among the generated ones.${isStored(run) ? " Items of the response are in the session already: with a tool_use_behavior other than run_llm_again the resume stays refused." : ""}`,
      needs: [releaseFrom(firstWith.ownership)],
      cures: ["boundary-not-proven"],
      reader: readerFrom(facts, firstWith.ownership),
    },
  ];
}

/** What proves the boundary; null when it can be told in no way, or in several. */
export function boundaryEdits(facts: Facts, run: RunReading): RepairEdit[] | null {
  const record = ownershipEdit(facts, run);
  const twins = twinsEdit(facts, run);
  return record === null || twins === null ? null : [...twins, record];
}

/** Whether the resume is refused with the record too: for what is stored already (0.24.0 `_validate_resumed_session_output_guardrail_safety`),
 * which only the agents tell, or for one id of two calls, whose repair comes first. Detached, what is stored does not count. */
function staysRefused({ agents, detached, judgement }: Facts, run: RunReading): boolean {
  if (judgement.findings.some(({ rule }) => rule === "call-id-of-two-calls")) return true;
  const agent = agents === null ? undefined : currentAgent(agents, run);
  return !detached && isStored(run) && isGated(agent);
}

function isStored({ state }: RunReading): boolean {
  const count = state.current_turn_persisted_item_count;
  return typeof count === "number" && count > 0;
}

/** Which item of the public history each generated one is: labels below 1.13 do not say, and without it the reader takes no record
 * (0.24.0 `_restore_current_response_item_identities`). Null when the two lists differ. */
function twinsEdit({ document }: Facts, { base, state }: RunReading): RepairEdit[] | null {
  const { generated_items: generated, session_items: listed } = state;
  if ((member(state, "generated_session_item_indexes") ?? null) !== null) return [];
  if (!Array.isArray(generated) || !Array.isArray(listed) || generated.length !== listed.length) return null;
  const isSame = generated.every((value, index) =>
    equalInPython(
      document,
      { value, path: [...base, "generated_items", index] },
      { value: listed[index] as Json, path: [...base, "session_items", index] },
    ),
  );
  if (!isSame) return null;
  const edit: Edit = { op: "add", path: [...base, "generated_session_item_indexes"], value: [...generated.keys()] };
  return [{ edit, reason: "generated_items and session_items are the same list" }];
}

/** Null when the items of the response, or the open approvals, could be meant in more than one place. */
function ownershipEdit({ document }: Facts, run: RunReading): RepairEdit | null {
  const generated = run.state.generated_items;
  const items = responseItems(run);
  if (!Array.isArray(generated) || items.length === 0 || !isInterrupted(run)) return null;
  const isAt = (index: number, other: Json, path: Path) => {
    const value = generated[index];
    if (value === undefined) return false;
    const item = { value, path: [...run.base, "generated_items", index] };
    return equalInPython(document, item, { value: other, path: [...run.base, ...path] });
  };
  const alike = placesById(generated);
  const starts = alike(items[0]?.data).filter((start) =>
    items.every(({ data, index }, offset) =>
      isAt(start + offset, data, ["last_processed_response", "new_items", index]),
    ),
  );
  const [start, ...others] = starts;
  if (start === undefined || others.length > 0 || hasEarlierTwin(generated, start, items.length)) return null;
  const interruptions: number[] = [];
  for (const { data, path } of run.step.approvals) {
    const [place, twin] = alike(data).filter((index) => isAt(index, data, path));
    if (place === undefined || twin !== undefined) return null;
    interruptions.push(place);
  }
  const value = { start, end: generated.length, interruptions };
  // Sets the member in any case: a record that stands under an older label is gone when the label has been lifted.
  const edit: Edit = { op: "add", path: [...run.base, "current_response_generated_item_ownership"], value };
  return {
    edit,
    reason: `the ${items.length} items of the last response stand once among the generated items, from ${start} on, and each open approval once, behind them`,
  };
}

/** The places of items that can equal one: those with its call id. Thousands of approvals would else be compared with each. */
function placesById(list: readonly Json[]): (item: Json | undefined) => readonly number[] {
  const places = new Map<Json | undefined, number[]>();
  const keyOf = (item: Json | undefined) => {
    const id = item === undefined ? undefined : idOf(item);
    return typeof id === "string" ? id : undefined;
  };
  for (const [index, item] of list.entries()) addTo(places, keyOf(item), index);
  return (item) => places.get(keyOf(item)) ?? [];
}

/** A call id of the response that an item before it has too: then ids do not tell the calls apart. */
function hasEarlierTwin(generated: readonly Json[], start: number, count: number): boolean {
  const ids = new Set(generated.slice(start, start + count).map(idOf));
  ids.delete(undefined);
  return generated.slice(0, start).some((item) => ids.has(idOf(item)));
}

function idOf(item: Json): Json | undefined {
  const raw = isObject(item) ? member(item, "raw_item") : undefined;
  return isObject(raw) ? member(raw, "call_id") : undefined;
}
