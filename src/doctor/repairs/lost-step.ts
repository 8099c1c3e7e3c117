import { copyOf } from "../../document/edits/new-json.ts";
import { isObject, listOf, member } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import { named } from "../../named.ts";
import { callKey, callKeyOf } from "../../python/calls.ts";
import type { RunReading } from "../../reading/reading.ts";
import { committedCalls } from "../../reading/run/calls-ahead.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import type { Draft } from "../cause.ts";
import type { Facts } from "../facts.ts";

/** The step as it stood at the pause: the response has its own list of the calls that wait (`last_processed_response.interruptions`). */
export function waitAgain({ document }: Facts, run: RunReading): Draft[] {
  const list = [...run.base, "last_processed_response", "interruptions"];
  const committed = committedCalls(run);
  const waiting = listOf(valueAt(document.value, list)).flatMap((approval, index) => {
    const key = isObject(approval) ? callKeyOf(member(approval, "raw_item")) : null;
    const copy = copyOf(document, [...list, index]);
    return key === null || copy === undefined || committed.has(callKey(key)) ? [] : [{ id: key.callId, copy }];
  });
  if (waiting.length === 0) return [];
  const interruptions = waiting.map(({ copy }) => copy);
  const step = [...run.base, "current_step"];
  const reason = "the calls that the last response waits for";
  return [
    {
      id: "wait-again",
      summary: `let current_step wait for ${named(waiting.map(({ id }) => id))} again, as the list in last_processed_response has it`,
      edits: [
        isInterrupted(run)
          ? { edit: { op: "replace", path: [...step, "data", "interruptions"], value: interruptions }, reason }
          : {
              edit: { op: "add", path: step, value: { type: "next_step_interruption", data: { interruptions } } },
              reason,
            },
      ],
      risk: "Right where the step was cut out or replaced. If the run went on in another copy of the checkpoint, take that one: here the tool would run again.",
    },
  ];
}
