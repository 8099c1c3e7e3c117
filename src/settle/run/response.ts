import type { Document } from "../../document/document.ts";
import { isObject, type Json, member, type Path } from "../../document/json.ts";
import { handoffsOf } from "../../outlook/program/handoffs.ts";
import { idOfCall } from "../../python/calls.ts";
import type { ItemReading, RunReading } from "../../reading/reading.ts";
import { provesBoundary } from "../../reading/run/boundary.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import { lastOutput } from "../../reading/run/model-output.ts";
import { responseItems } from "../../reading/run/queued.ts";
import { itemIn } from "../../session/raw-item.ts";
import { askedIdOf } from "../turn/answers.ts";
import type { SettleRun, TurnItem } from "./run.ts";

/** The paused response: its items, what the run has made of it already, its id and the handoffs it asks for. */
export function responseOf(
  document: Document,
  run: RunReading,
): Pick<SettleRun, "response" | "modelCalls" | "outputs" | "unlinked" | "recovered" | "responseId" | "handoffs"> {
  const kept = responseItems(run);
  const response = kept.map((entry) =>
    turnItem(document, [...run.base, "last_processed_response", "new_items"], entry),
  );
  const start = startOfResponse(run.generated.kept, kept);
  const later =
    start === -1
      ? []
      : run.generated.kept.slice(start + kept.length).filter(({ type }) => type !== "tool_approval_item");
  const outputs = later.map((entry) => turnItem(document, [...run.base, "generated_items"], entry));
  const responses = run.state.model_responses;
  const last = Array.isArray(responses) ? responses.at(-1) : undefined;
  const responseId = isObject(last) ? member(last, "response_id") : undefined;
  return {
    response,
    modelCalls: lastOutput(run).items.flatMap((item) => idOfCall(item) ?? []),
    outputs,
    unlinked: unlinkedIn(document, run),
    recovered: provesBoundary(run) ? outputs.filter(unpublishedIn(run, kept)) : [],
    responseId: typeof responseId === "string" ? responseId : null,
    handoffs: run.dialect.does.takesUpHandoffs ? [...handoffsOf(run)].map(({ call }) => call) : [],
  };
}

/** Session items that the reader does not know for generated ones. Where the first turn alone proves the response, all items of both lists are
 * its own, and one that stands in both unlinked counts twice (`_current_response_boundary` goes by identity). */
function unlinkedIn(document: Document, run: RunReading): TurnItem[] {
  if (run.session === null || run.owned || !isInterrupted(run) || !provesBoundary(run)) return [];
  const linked = new Set(run.links);
  const alone = run.session.kept.filter(({ type, index }) => type !== "tool_approval_item" && !linked.has(index));
  return alone.map((entry) => turnItem(document, [...run.base, "session_items"], entry));
}

/** Whether the run's history after the response lacks an output (`resolve_interrupted_turn`; it is sure of the response, or recovers none). In
 * the first turn the history begins with the response, whatever stands there. */
function unpublishedIn({ session, owned }: RunReading, response: readonly ItemReading[]): (entry: TurnItem) => boolean {
  const first = owned ? startOfResponse(session?.kept ?? [], response) : 0;
  const start = session === null ? -1 : first;
  if (session === null || start === -1) return () => false;
  const keyOf = (raw: Json) => (isObject(raw) ? `${raw.type} ${askedIdOf(raw)}` : "");
  const later = session.kept.slice(start + response.length).filter(({ type }) => type === "tool_call_output_item");
  const published = new Set(later.map(({ raw }) => keyOf(raw)));
  return ({ kind, item }) => kind === "tool_call_output_item" && !published.has(keyOf(item.value));
}

/** Where the response begins among the generated items. It is found by its last call: the ids of calls tell them apart, those of messages
 * need not (models behind the Chat Completions API give all of theirs one id). */
function startOfResponse(generated: readonly ItemReading[], response: readonly ItemReading[]): number {
  const isCall = ({ raw }: ItemReading) => isObject(raw) && typeof raw.call_id === "string";
  const lastCall = response.findLastIndex(isCall);
  const place = lastCall === -1 ? response.length - 1 : lastCall;
  const anchor = response[place];
  if (anchor === undefined || !isObject(anchor.raw)) return -1;
  const id = askedIdOf(anchor.raw);
  const found = generated.findLastIndex(
    ({ type, raw }) => type === anchor.type && isObject(raw) && askedIdOf(raw) === id,
  );
  return found < place ? -1 : found - place;
}

function turnItem(document: Document, list: Path, entry: ItemReading): TurnItem {
  return { kind: entry.type, item: itemIn(document, [...list, entry.index, "raw_item"], entry.raw) };
}
