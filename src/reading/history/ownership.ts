import { isObject, type Json, type Path } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import { areEqual } from "../equal.ts";
import { integersBelow } from "../integers.ts";
import { type Pass, report } from "../pass.ts";
import type { InterruptionReading, Links } from "../reading.ts";
import type { History } from "./links.ts";

interface Claim {
  readonly start: number;
  readonly processedEnd: number;
  readonly end: number;
  readonly interruptions: readonly number[];
}

/** Whether the file proves which generated items belong to the current response (`_restore_current_response_item_identities`).
 * Without the proof the reader goes on in silence; a resume with output guardrails then refuses. */
export function readOwnership(pass: Pass, history: History, step: InterruptionReading, links: Links): boolean {
  const ownership = pass.state.current_response_generated_item_ownership ?? null;
  if (ownership === null || !pass.dialect.does.readsOwnership) return false;
  const claim = readClaim(pass, history, step, ownership);
  if (claim !== null && isAlike(pass, history, claim) && isSuffix(pass, history, claim, links)) return true;
  if (history.processed !== null) report(pass, "ownership-ignored", ["current_response_generated_item_ownership"]);
  return false;
}

function readClaim(pass: Pass, history: History, step: InterruptionReading, ownership: Json): Claim | null {
  const items = history.processed?.data.new_items;
  const stated = statedInterruptions(pass);
  const generated = pass.state.generated_items;
  if (!Array.isArray(items) || items.length === 0 || history.processed?.newItems.dropped.length !== 0) return null;
  if (!Array.isArray(stated) || stated.length === 0 || step.approvals.length !== stated.length) return null;
  if (!isObject(ownership) || !Array.isArray(generated)) return null;
  const { start, end, interruptions } = ownership;
  const isInteger = integersBelow(pass, "current_response_generated_item_ownership");
  if (!isInteger(start, "start") || !isInteger(end, "end")) return null;
  const processedEnd = start + items.length;
  if (start < 0 || end !== generated.length || processedEnd > end) return null;
  if (!Array.isArray(interruptions) || interruptions.length !== stated.length) return null;
  const usable = interruptions.every(
    (index, place) => isInteger(index, "interruptions", place) && index >= processedEnd && index < end,
  );
  if (!usable || new Set(interruptions).size !== interruptions.length) return null;
  return { start, processedEnd, end, interruptions: interruptions as number[] };
}

function statedInterruptions(pass: Pass): Json | undefined {
  return valueAt(pass.state, ["current_step", "data", "interruptions"]);
}

/** The items of the response stand in the generated items as they stand in the response. */
function isAlike(pass: Pass, history: History, claim: Claim): boolean {
  const generated = pass.state.generated_items as Json[];
  const items = history.processed?.data.new_items as Json[];
  const stated = statedInterruptions(pass) as Json[];
  const equal = (index: number, value: Json, path: Path) =>
    areEqual(pass, { value: generated[index] as Json, path: ["generated_items", index] }, { value, path });
  return (
    items.every((item, place) => equal(claim.start + place, item, ["last_processed_response", "new_items", place])) &&
    stated.every((item, place) =>
      equal(claim.interruptions[place] as number, item, ["current_step", "data", "interruptions", place]),
    )
  );
}

/** Everything from the start of the response is the end of the session items too. */
function isSuffix(pass: Pass, history: History, claim: Claim, links: Links): boolean {
  const kept = new Map(history.generated.kept.map((item) => [item.index, item]));
  const interruptions = new Set(claim.interruptions);
  const linked: number[] = [];
  for (let index = claim.start; index < claim.end; index++) {
    const item = kept.get(index);
    if (item === undefined) return false;
    if (interruptions.has(index) && item.type !== "tool_approval_item") return false;
    const target = history.session === null ? index : links[index];
    if (target !== undefined) linked.push(target);
    else if (!pass.dialect.does.ownershipToleratesLocalOutputs) return false;
    else if (index < claim.processedEnd || item.type !== "tool_call_output_item") return false;
  }
  const session = history.session?.kept.map((item) => item.index) ?? history.generated.kept.map((item) => item.index);
  const tail = session.slice(session.length - linked.length);
  return linked.length <= session.length && linked.every((target, place) => tail[place] === target);
}
