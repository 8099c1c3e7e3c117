import { copyOf } from "../../document/edits/new-json.ts";
import { isObject, listOf, member, type Path } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import { named } from "../../named.ts";
import { callKey, callKeyOf } from "../../python/calls.ts";
import type { RunReading } from "../../reading/reading.ts";
import { committedCalls } from "../../reading/run/calls-ahead.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import type { Draft } from "../cause.ts";
import type { Facts } from "../facts.ts";

/** The calls that the last response lists as waiting and that have no output, each with the place of its approval. */
export function listedAsWaiting(run: RunReading): { readonly id: string; readonly path: Path }[] {
  const list = ["last_processed_response", "interruptions"];
  const committed = committedCalls(run);
  return listOf(valueAt(run.state, list)).flatMap((approval, index) => {
    const key = isObject(approval) ? callKeyOf(member(approval, "raw_item")) : null;
    return key === null || committed.has(callKey(key)) ? [] : [{ id: key.callId, path: [...run.base, ...list, index] }];
  });
}

/** The step as it stood at the pause, with the calls that the response lists. */
export function waitAgain({ document }: Facts, run: RunReading): Draft[] {
  const waiting = listedAsWaiting(run).flatMap(({ id, path }) => {
    const copy = copyOf(document, path);
    return copy === undefined ? [] : [{ id, copy }];
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
