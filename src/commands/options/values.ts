import { pathOf } from "../../document/pointer.ts";
import { UsageError } from "../../errors.ts";

/** The pointers that an option of one word was given; throws UsageError when one of them is none. */
export function pointersOf(option: `--${string}`, given: readonly string[]): readonly string[] {
  const wrong = given.find((pointer) => pathOf(pointer) === undefined);
  if (wrong === undefined) return given;
  const meant = /^[\w.$'"[\]-]{1,100}$/.test(wrong) ? ` (did you mean ${asPointer(wrong)}?)` : "";
  throw new UsageError(`${option} takes a JSON pointer: empty, or each step behind a /${meant}`, option.slice(2));
}

/** `state.rows[0]` and `$.state` as a pointer. */
function asPointer(path: string): string {
  return `/${path
    .split(/[.[\]"'$]+/)
    .filter((step) => step !== "")
    .join("/")}`;
}

/** The word that an option was given, one of those it takes; throws UsageError for any other. */
export function oneOf<Word extends string>(option: string, word: string, words: readonly Word[]): Word {
  const found = words.find((known) => known === word);
  if (found !== undefined) return found;
  throw new UsageError(`${option} takes ${words.join(", ")}, not ${JSON.stringify(word)}`);
}
