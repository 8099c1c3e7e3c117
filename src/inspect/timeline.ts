import { isObject, type Json, listOf, type Path } from "../document/json.ts";
import { valueAt } from "../document/value-at.ts";
import { callIdOf, idOfCall, outputIdentity } from "../python/calls.ts";
import type { ItemsReading, RunReading } from "../reading/reading.ts";
import { untexted, wordOf } from "../session/raw-item.ts";
import type { Turn, TurnCall } from "./facts.ts";
import { turnsOf } from "./turns.ts";

/** One output item of a model response. `path` leads to it in the document. */
export interface TimelineItem {
  readonly path: Path;
  readonly kind: "message" | "reasoning" | "call" | "other";
  /** The item's own type; null when it has none that may be printed. */
  readonly type: string | null;
  /** Set for calls. */
  readonly call: TurnCall | null;
  /** Where the output of the call stands; null while there is none. */
  readonly output: Path | null;
}

/** One model response with what it said and what its calls came to. */
export interface TimelineTurn {
  readonly turn: Turn;
  readonly items: readonly TimelineItem[];
}

/** By call id: the first output in the items that the reader keeps. */
function outputsOf(run: RunReading): ReadonlyMap<string, Path> {
  const outputs = new Map<string, Path>();
  const add = (items: ItemsReading | null, key: string) => {
    for (const { raw, index } of items?.kept ?? []) {
      const id = outputIdentity(raw)?.callId;
      if (id !== undefined && !outputs.has(id)) outputs.set(id, [...run.base, key, index, "raw_item"]);
    }
  };
  add(run.generated, "generated_items");
  add(run.session, "session_items");
  return outputs;
}

function kindOf(item: Json): TimelineItem["kind"] {
  const type = isObject(item) ? item.type : undefined;
  if (type === "message" || type === "reasoning") return type;
  return callIdOf(item) === null ? "other" : "call";
}

/** The model responses of a run in order, item by item. */
export function timelineOf(run: RunReading): TimelineTurn[] {
  const outputs = outputsOf(run);
  const responses = listOf(run.state.model_responses);
  return turnsOf(run).map((turn, at) => {
    const calls = turn.calls.values();
    const output = listOf(valueAt(responses[at] ?? null, ["output"]));
    const items = output.map((item, index): TimelineItem => {
      const kind = kindOf(item);
      const id = kind === "call" ? idOfCall(item) : null;
      return {
        path: [...run.base, "model_responses", at, "output", index],
        kind,
        type: wordOf(untexted(item), "type") ?? null,
        call: kind === "call" ? (calls.next().value ?? null) : null,
        output: (id === null ? undefined : outputs.get(id)) ?? null,
      };
    });
    return { turn, items };
  });
}
