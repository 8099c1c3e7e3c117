import { isObject } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { mostNamed, named } from "../../named.ts";
import type { RunReading } from "../../reading/reading.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import { lastOutput } from "../../reading/run/model-output.ts";
import { runsIn } from "../../reading/run/nested-runs.ts";
import { queuedFunctions } from "../../reading/run/queued.ts";
import { textOf, untexted } from "../../session/raw-item.ts";
import { dedupeKeyOf } from "../../settle/items/clean.ts";
import { isCall } from "../../settle/items/pairs.ts";
import type { Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";

/** Parts of two checkpoints in one file: functions of `last_processed_response` that the last of `model_responses` did not ask for. A run
 * writes both from the same answer; resumed, the calls of both are taken (played with 0.22.3 and 0.24.0). */
export function findMixed(facts: Facts): Suspect[] {
  const root = runOf(facts);
  if (root === null) return [];
  return runsIn(root).flatMap(mixedIn);
}

function mixedIn(run: RunReading): Suspect[] {
  if (!isInterrupted(run)) return [];
  const { path, items } = lastOutput(run);
  const made = items.flatMap((value, index) => {
    const item = untexted(value);
    return isObject(value) && isCall(item) ? [{ path: [...path, index], item }] : [];
  });
  const known = new Set(made.map(({ item }) => dedupeKeyOf(item)));
  const strange = queuedFunctions(run).filter(({ call }) => !known.has(dedupeKeyOf(untexted(call))));
  if (made.length === 0 || strange.length === 0) return [];
  const ids = strange.map(({ call }) => String(call.call_id));
  return [
    {
      id: "response-edited",
      confidence: "certain",
      summary: `The last response in model_responses did not ask for ${named(ids)}, which last_processed_response takes from it: parts of two checkpoints stand in one file, or one of the two was edited. Resumed, calls of both are run or asked for.`,
      evidence: [
        ...strange
          .slice(0, mostNamed)
          .map(({ path, call }) =>
            at(
              pointerOf([...run.base, ...path, "tool_call", "call_id"]),
              `${String(call.call_id)} is worked through here`,
            ),
          ),
        ...made
          .slice(0, mostNamed)
          .map(({ path, item }) =>
            at(pointerOf([...path, "call_id"]), `the response asked for ${textOf(item, "call_id") ?? "a call"}`),
          ),
      ],
      advice: [
        "Take the checkpoint as the run stored it, whole. A merge of two saves, or a row that two runs write, makes such files.",
      ],
    },
  ];
}
