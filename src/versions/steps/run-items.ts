import type { JsonObject, Path } from "../../document/json.ts";
import { listAt, objectAt, objectsIn } from "./change.ts";
import type { Run } from "./step.ts";

/** Every run item of a level, pending approvals included. */
export function* runItems(run: Run): Generator<[item: JsonObject, path: Path]> {
  const processed = objectAt(run.value, "last_processed_response");
  const step = objectAt(run.value, "current_step");
  const lists: [JsonObject | undefined, Path, string][] = [
    [run.value, [], "generated_items"],
    [run.value, [], "session_items"],
    [processed, ["last_processed_response"], "new_items"],
    [processed, ["last_processed_response"], "interruptions"],
    [objectAt(step, "data"), ["current_step", "data"], "interruptions"],
    [step, ["current_step"], "interruptions"],
  ];
  for (const [holder, at, key] of lists) {
    for (const [item, index] of objectsIn(listAt(holder, key))) yield [item, [...run.base, ...at, key, index]];
  }
}
