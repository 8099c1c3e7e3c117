import { listOf } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { decisionsOf, pendingCallOf } from "../../outlook/decisions/decisions.ts";
import { callIdOf } from "../../python/calls.ts";
import { committedCalls } from "../../reading/calls-ahead.ts";
import type { FunctionReading, RunReading } from "../../reading/reading.ts";
import type { Evidence, Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { mostNamed } from "../named.ts";

/** No step is left: the run has finished, or its step was lost. The resume is a new question to the model in both cases. */
export function findFinished(facts: Facts): Suspect[] {
  const run = runOf(facts);
  if (run === null || run.step?.type === "next_step_interruption" || run.terminal) return [];
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
      advice: [
        isLost
          ? "Take the checkpoint as the run stored it at the pause."
          : "Take the answer from the result, and start a new run for the next input.",
      ],
    },
  ];
}

/** A call that the pause has before it and does not list: the approval was cut out of the step. All of them gone is a finding of its own,
 * and so is one that is known to have waited. */
export function findUnlisted(facts: Facts): Suspect[] {
  const run = runOf(facts);
  const forgotten = facts.judgement.findings.filter(({ rule }) => rule === "waiting-call-forgotten");
  const told = new Set(forgotten.map(({ args }) => args.id));
  if (run?.step?.type !== "next_step_interruption" || run.step.approvals.length === 0) return [];
  const listed = new Set(run.step.approvals.map((approval) => pendingCallOf(approval).callId));
  // Calls of a nested run that the file lacks, and ids that were changed, have findings of their own.
  const made = new Set(run.processed?.functions.map(({ call }) => call.call_id));
  if (![...listed].every((id) => made.has(id ?? undefined))) return [];
  const decided = decisionsOf(run);
  const isDecided = (id: unknown) => decided.some(({ callId }) => callId === null || callId === id);
  const open = openCalls(run, ({ call, data, nested }) => {
    const inside = nested !== null || (data.agent_run_state ?? null) !== null;
    const id = String(call.call_id);
    return !inside && !listed.has(id) && !told.has(id) && !isDecided(id);
  });
  if (open.length === 0) return [];
  return [
    {
      id: "response-edited",
      confidence: "likely",
      summary:
        "The paused response has calls without an output that the step does not list among those that wait: decisions do not reach them, and the resume pauses for them once more.",
      evidence: [at("/current_step/data/interruptions", "the calls that the step lists"), ...open.slice(0, mostNamed)],
      advice: ["Resume once: its result lists the calls to decide.", "Or take the checkpoint as the run stored it."],
    },
  ];
}

/** Functions of the last response whose output is in none of the generated items. */
function openCalls(run: RunReading, counts: (one: FunctionReading) => boolean = () => true): Evidence[] {
  const committed = committedCalls(run);
  return (run.processed?.functions ?? []).filter(counts).flatMap(({ call, path }) => {
    const identity = callIdOf(call);
    if (identity === null || identity === "unhashable" || identity.callId === null) return [];
    if (committed.has(`${identity.type} ${identity.callId}`)) return [];
    return [at(pointerOf([...run.base, ...path, "tool_call", "call_id"]), `${identity.callId} has no output`)];
  });
}
