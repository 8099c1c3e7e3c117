import { pathOf } from "../document/pointer.ts";
import { UsageError } from "../errors.ts";

/** The pointers that an option of one word was given; throws UsageError when one of them is none. */
export function pointersOf(option: `--${string}`, given: readonly string[]): readonly string[] {
  if (given.some((pointer) => pathOf(pointer) === undefined))
    throw new UsageError(`${option} takes a JSON pointer: empty, or each step behind a /`, option.slice(2));
  return given;
}
