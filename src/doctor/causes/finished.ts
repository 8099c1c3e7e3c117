import { listOf } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { mostNamed } from "../../named.ts";
import { callKey, callKeyOf } from "../../python/calls.ts";
import type { RunReading } from "../../reading/reading.ts";
import { committedCalls } from "../../reading/run/calls-ahead.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import { queuedFunctions } from "../../reading/run/queued.ts";
import type { Evidence, Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { listedAsWaiting, waitAgain } from "../repairs/lost-step.ts";

/** No step is left: the run has finished, or its step was lost. The resume is a new question to the model in both cases. */
export function findFinished(facts: Facts): Suspect[] {
  const run = runOf(facts);
  if (run === null || isInterrupted(run) || run.terminal) return [];
  if (listOf(run.state.model_responses).length === 0) return [];
  const open = openCalls(run);
  const isLost = open.length > 0;
  if (run.step !== null && !isLost) return [];
  return [
    {
      id: "no-step-left",
      confidence: isLost ? "likely" : "possible",
      summary: isLost
        ? "No step waits for calls of the last response that have no output: the step was lost, removed or replaced. Resumed, the model is asked anew, and these calls are neither run nor asked for."
        : "No step is left: the run has finished. Resumed all the same, the model is asked once more and answers again.",
      evidence: [
        at("/current_step", run.step === null ? "no step to go on with" : "a step that waits for no call"),
        ...open.slice(0, mostNamed),
      ],
      repairs: waitAgain(facts, run),
      advice: [
        isLost
          ? "Take the checkpoint as the run stored it at the pause."
          : "Take the answer from the result, and start a new run for the next input.",
      ],
    },
  ];
}

/** Calls of the last response, functions and those that waited, whose output is in none of the generated items. */
function openCalls(run: RunReading): Evidence[] {
  const committed = committedCalls(run);
  const open = queuedFunctions(run).flatMap(({ call, path }) => {
    const key = callKeyOf(call);
    if (key === null || committed.has(callKey(key))) return [];
    return [{ id: key.callId, path: [...run.base, ...path, "tool_call", "call_id"] }];
  });
  const known = new Set(open.map(({ id }) => id));
  const waited = listedAsWaiting(run).filter(({ id }) => !known.has(id));
  return [...open, ...waited].map(({ id, path }) => at(pointerOf(path), `${id} has no output`));
}
