import { isObject } from "../../document/json.ts";
import type { RunReading } from "../../reading/reading.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import { lastOutput } from "../../reading/run/model-output.ts";
import type { Outlooker } from "../outlooker.ts";

/** A program that was finished in the paused response. The resume goes through the programs of that response once more, finds the output
 * among the run's items already, and raises whatever is decided (`resolve_interrupted_turn`, `process_model_response`). */
export function checkProgramOutputs({ run, report }: Outlooker): void {
  if (!run.dialect.on["program-output-blocks"] || !isInterrupted(run)) return;
  const { path, items } = lastOutput(run);
  let finished: ReadonlySet<unknown> | undefined;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (!isObject(item) || item.type !== "program_output") continue;
    finished ??= finishedPrograms(run);
    if (finished.has(item.call_id)) report("program-output-blocks", [...path, index], { id: String(item.call_id) });
  }
}

function finishedPrograms({ generated }: RunReading): ReadonlySet<unknown> {
  const outputs = generated.kept.flatMap(({ raw }) =>
    isObject(raw) && raw.type === "program_output" && raw.status === "completed" ? [raw.call_id] : [],
  );
  return new Set(outputs.filter((id) => typeof id === "string" && id !== ""));
}
