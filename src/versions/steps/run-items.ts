import { type JsonObject, listOf, type Path } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import { itemLists } from "../../reading/item-lists.ts";
import { objectsIn } from "./change.ts";
import type { Run } from "./step.ts";

/** Every run item of a level, pending approvals included. */
export function* runItems(run: Run): Generator<[item: JsonObject, path: Path]> {
  for (const list of itemLists) {
    for (const [item, index] of objectsIn(listOf(valueAt(run.value, list))))
      yield [item, [...run.base, ...list, index]];
  }
}
