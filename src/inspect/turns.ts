import { isObject, type Json, listOf, objectOf } from "../document/json.ts";
import { valueAt } from "../document/value-at.ts";
import { callIdOf, idOfCall } from "../python/calls.ts";
import type { RunReading } from "../reading/reading.ts";
import { answeredIds } from "../reading/run/call-ids.ts";
import { waitingApprovals } from "../reading/run/interruption.ts";
import type { Turn, TurnCall } from "./facts.ts";

export function textOrNull(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/** The name that people know a call by: of its tool, else its kind. */
function toolOf(raw: Json): string {
  const call = objectOf(raw);
  for (const name of [call.name, call.type]) {
    if (typeof name === "string" && name !== "") return name;
  }
  return "unnamed";
}

function waitingCalls(run: RunReading): ReadonlySet<string> {
  return new Set(waitingApprovals(run).flatMap(({ raw }) => idOfCall(raw) ?? []));
}

/** The model responses of a run, in order. */
export function turnsOf(run: RunReading): Turn[] {
  const finished = answeredIds([...run.generated.kept, ...(run.session?.kept ?? [])]);
  const waiting = waitingCalls(run);
  const stateOf = (id: string | null): TurnCall["state"] => {
    if (id !== null && waiting.has(id)) return "waiting";
    return id !== null && finished.has(id) ? "done" : "open";
  };
  return listOf(run.state.model_responses).map((response, at) => {
    const calls: TurnCall[] = [];
    let messages = 0;
    let reasoning = 0;
    for (const item of listOf(valueAt(response, ["output"]))) {
      const type = isObject(item) ? item.type : undefined;
      if (type === "message") messages++;
      else if (type === "reasoning") reasoning++;
      else if (callIdOf(item) !== null) {
        const callId = idOfCall(item);
        calls.push({ callId, tool: toolOf(item), state: stateOf(callId) });
      }
    }
    const responseId = isObject(response) ? textOrNull(response.response_id) : null;
    return { pointer: `/model_responses/${at}`, responseId, messages, reasoning, calls };
  });
}
