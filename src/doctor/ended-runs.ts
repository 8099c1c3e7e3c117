import { type RawItem, textOf } from "../session/raw-item.ts";
import { isOutput, pairKeyOf, typeOf } from "../settle/items/pairs.ts";

/** The first output in a session, of a tool of one of these names, behind which the user speaks next: the tool ended that run, or the run
 * broke off there. -1 without one. A final output of a tool is stored as no message of its own. */
export function outputThatEndedRun(names: ReadonlySet<string>, items: readonly RawItem[]): number {
  const asked = new Set(
    items.filter((item) => typeOf(item) === "function_call" && names.has(textOf(item, "name") ?? "")).map(pairKeyOf),
  );
  return items.findIndex((item, index) => {
    if (!isOutput(item) || !asked.has(pairKeyOf(item))) return false;
    const next = items.slice(index + 1).find((one) => !isOutput(one));
    return next !== undefined && textOf(next, "role") === "user";
  });
}
