import { type RawItem, textOf } from "../../session/raw-item.ts";
import type { SettleBehaviour } from "../behaviour.ts";
import { dedupe, stripInternal, withoutReasoningId } from "./clean.ts";
import { isCall, isLocalOutput, isOutput, pairKeyOf, typeOf } from "./pairs.ts";
import { dropOrphanCalls } from "./prune.ts";

/** What an API that insists on pairs has against a list of items. Call ids, each once, in the order of the list. */
export interface Pairing {
  /** No call of the matching type stands before the output: the API refuses the list. */
  readonly outputsWithoutCall: readonly string[];
  /** Pruned in silence from what a fresh run sends. */
  readonly callsWithoutOutput: readonly string[];
  /** The same call or output twice, not as a second pair. */
  readonly duplicates: readonly string[];
  /** A second, later pair with the id of an earlier one. */
  readonly reusedIds: readonly string[];
}

interface Trace {
  calls: number;
  outputs: number;
  /** An output answered each call before the next call of this id came. */
  inPairs: boolean;
}

export function pairingOf(items: readonly RawItem[]): Pairing {
  const traces = new Map<string, Trace & { id: string }>();
  const orphans = new Set<string>();
  for (const item of items) {
    const key = pairKeyOf(item);
    const id = textOf(item, "call_id");
    if (key === undefined || id === undefined) continue;
    const trace = traces.get(key) ?? { id, calls: 0, outputs: 0, inPairs: true };
    if (trace.calls + trace.outputs === 0) traces.set(key, trace);
    if (isCall(item)) {
      trace.inPairs &&= trace.calls === trace.outputs;
      trace.calls++;
    } else {
      if (trace.calls === 0) orphans.add(id);
      trace.outputs++;
      trace.inPairs &&= trace.calls === trace.outputs;
    }
  }
  const all = [...traces.values()];
  const repeated = all.filter(({ calls, outputs }) => calls > 1 || outputs > 1);
  return {
    outputsWithoutCall: [...orphans],
    callsWithoutOutput: ids(all.filter(({ outputs }) => outputs === 0)),
    duplicates: ids(repeated.filter(({ inPairs }) => !inPairs)),
    reusedIds: ids(repeated.filter(({ inPairs }) => inPairs)),
  };
}

function ids(traces: readonly { id: string }[]): string[] {
  return [...new Set(traces.map(({ id }) => id))];
}

/** What the next fresh run would send of a stored history, and what happens to the rest. */
export interface NextRun {
  /** Items sent of this session. */
  readonly sent: number;
  /** Call ids of outputs whose call is not sent: the API refuses the request. */
  readonly refused: readonly string[];
  /** Calls left out in silence: they will never be answered. */
  readonly forgotten: readonly string[];
  /** Outputs left out in silence: their call is not among the items that the session's limit leaves. */
  readonly cutOff: readonly string[];
  /** Ids whose older call or output is no longer sent: a later one replaced it. */
  readonly overwritten: readonly string[];
  /** Ids of reasoning items that are sent without the item they belong to: the API refuses the request. */
  readonly looseReasoning: readonly string[];
}

export interface NextRunOptions {
  readonly limit: number | undefined;
  readonly omitReasoningIds: boolean;
  readonly does: SettleBehaviour;
}

/** `prepare_input_with_session` without an input callback: internal fields go, calls without output are pruned, with a limit of the
 * session outputs without call too, then one copy per id stays. */
export function nextRunOf(items: readonly RawItem[], { limit, omitReasoningIds, does }: NextRunOptions): NextRun {
  const window = limit === undefined ? items : limit === 0 ? [] : items.slice(-limit);
  const history = window.map((item) => stripInternal(omitReasoningIds ? withoutReasoningId(item) : item, does));
  const pruned = dropOrphanCalls(history, { stored: true, outputs: limit !== undefined && does.prunesOutputs });
  const sent = dedupe(pruned);
  const kept = new Set(pruned);
  const gone = history.filter((item) => !kept.has(item));
  const { duplicates, reusedIds } = pairingOf(pruned);
  return {
    sent: sent.length,
    refused: pairingOf(sent).outputsWithoutCall,
    forgotten: callIdsOf(gone.filter(isCall)),
    cutOff: callIdsOf(gone.filter(isOutput)),
    overwritten: [...duplicates, ...reusedIds],
    looseReasoning: looseReasoning(sent),
  };
}

function callIdsOf(items: readonly RawItem[]): string[] {
  return [...new Set(items.map((item) => textOf(item, "call_id") ?? "?"))];
}

/** Reasoning must be followed by what the model made of it: not by the end, an input, or an output of the program. */
function looseReasoning(sent: readonly RawItem[]): string[] {
  const loose: string[] = [];
  let follower: RawItem | undefined;
  for (const item of sent.toReversed()) {
    if (typeOf(item) !== "reasoning") follower = item;
    else {
      const id = textOf(item, "id");
      if (id !== undefined && !isFromModel(follower)) loose.push(id);
    }
  }
  return loose.reverse();
}

function isFromModel(item: RawItem | undefined): boolean {
  if (item === undefined) return false;
  const role = textOf(item, "role");
  if (role !== undefined) return role === "assistant";
  return !isLocalOutput(item);
}

/** Whether the settle brought something that an API that insists on pairs would refuse, or that hides an older pair. What was broken
 * before does not count. */
export function breaksPairing({
  pairing,
  pairingBefore,
}: {
  readonly pairing: Pairing;
  readonly pairingBefore: Pairing;
}): boolean {
  const kinds = ["outputsWithoutCall", "duplicates", "reusedIds"] as const;
  return kinds.some((kind) => {
    const before = new Set(pairingBefore[kind]);
    return pairing[kind].some((id) => !before.has(id));
  });
}
