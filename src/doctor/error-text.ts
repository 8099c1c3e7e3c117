import { sdkErrors } from "./errors.ts";
import type { SdkError } from "./sdk-error.ts";

/** A text is looked through this far from its end: the error of a traceback stands last. */
const mostCharacters = 20_000;
/** Words of a name that the SDK puts into a sentence. */
const mostNameWords = 8;
/** Fewer words than this in common are no sign of an error whose text is cut. */
const fewest = 3;

interface Pattern {
  readonly words: readonly string[];
  readonly error: SdkError;
}

const patterns: readonly Pattern[] = sdkErrors.flatMap((error) =>
  error.begins.map((text) => ({ words: wordsOf(text), error })),
);

/** Words without case, quotes, colours, frames and the breaks of lines: what is left of a text however it was pasted. `*` is kept. */
function wordsOf(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
  const plain = text.replace(/\u001b\[[0-9;]*m/g, "");
  return plain.toLowerCase().match(/[\p{L}\p{N}_]+|\*/gu) ?? [];
}

/** The errors that a text can be: those with which it has the most words in a row in common, wherever in it they stand. */
export function errorsOf(text: string): SdkError[] {
  const words = wordsOf(text.slice(-mostCharacters)).filter((word) => word !== "*");
  let most = 0;
  let found: SdkError[] = [];
  for (const { words: pattern, error } of patterns) {
    const score = scoreOf(pattern, words);
    if (score === 0 || score < most) continue;
    if (score > most) found = [];
    if (!found.includes(error)) found.push(error);
    most = score;
  }
  return found;
}

/** Words of a pattern that a text has in a row; 0 when they do not mean it. Only the end of the text may cut them short; a whole pattern
 * counts half a word more. */
function scoreOf(pattern: readonly string[], words: readonly string[]): number {
  let most = 0;
  for (let start = 0; start < words.length; start++) {
    if (words[start] !== pattern[0] && pattern[0] !== "*") continue;
    most = Math.max(most, commonFrom(pattern, words, start));
  }
  // The first words may be cut off.
  for (let skipped = 1; skipped + fewest < pattern.length; skipped++) {
    const rest = pattern.slice(skipped);
    if (words[0] === rest[0] && commonFrom(rest, words, 0) > rest.length) most = Math.max(most, rest.length);
  }
  return most;
}

function commonFrom(pattern: readonly string[], words: readonly string[], start: number): number {
  let at = start;
  let count = 0;
  for (const [index, expected] of pattern.entries()) {
    if (expected === "*") {
      at = endOfName(pattern[index + 1], words, at);
      continue;
    }
    if (words[at] !== expected) return at >= words.length && count >= fewest ? count : 0;
    at++;
    count++;
  }
  return count + 0.5;
}

/** Where a name ends: before the word that the sentence goes on with. */
function endOfName(next: string | undefined, words: readonly string[], start: number): number {
  if (next === undefined) return start;
  for (let at = start; at <= start + mostNameWords; at++) if (words[at] === next) return at;
  return start;
}
