import { isObject, type Path } from "../../document/json.ts";
import { usesProgrammaticCalling } from "../../reading/raw-items.ts";
import type { RunReading } from "../../reading/reading.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import { lastOutput } from "../../reading/run/model-output.ts";

/** The tool that lets the model write programs, by its name. */
export const programmaticTool = "programmatic_tool_calling";

/** The first item of the paused response that comes from a program, or is one: without the tool the reader, or the resume, raises
 * (`ensure_programmatic_tool_call_parent`, `process_model_response`; 0.19.4 to 0.24.0). */
export function programmaticItem(run: RunReading): Path | undefined {
  if (!isInterrupted(run)) return undefined;
  const { path, items } = lastOutput(run);
  const index = items.findIndex((item) => isObject(item) && usesProgrammaticCalling(item));
  return index === -1 ? undefined : [...path, index];
}
