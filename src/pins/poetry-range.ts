import { readSpecifiers, type Specifier } from "./specifier.ts";

/** A constraint in Poetry's own spelling (`^0.22`, `~0.22.1`, `0.22.*`, `0.22.3`, `*`, `>=0.21,<0.23 || 0.23.1`): alternatives of
 * specifiers that must all hold. Undefined when it is none. */
export function readPoetryRange(text: string): Specifier[][] | undefined {
  const alternatives: Specifier[][] = [];
  for (const part of text.split(/\|\|?/)) {
    const specifiers: Specifier[] = [];
    for (const word of part.split(/,|\s+(?=[\^~<>=!\d*])/)) {
      const read = readSpecifiers(asPep440(word.trim()));
      if (read === undefined) return undefined;
      specifiers.push(...read);
    }
    alternatives.push(specifiers);
  }
  return alternatives;
}

function asPep440(word: string): string {
  const special = /^([\^~])(?!=)\s*(\d+(?:\.\d+)*)$/.exec(word);
  if (special !== null) {
    const [, sign, version = ""] = special;
    const numbers = version.split(".").map(Number);
    return `>=${version},<${above(numbers, sign === "^" ? caretPlace(numbers) : Math.min(1, numbers.length - 1))}`;
  }
  if (word === "*" || word === "") return "";
  return /^\d/.test(word) ? `==${word}` : word;
}

/** The number that a caret lets no change pass: the first that is not 0, or the last. */
function caretPlace(numbers: readonly number[]): number {
  const first = numbers.findIndex((number) => number !== 0);
  return first === -1 ? numbers.length - 1 : first;
}

function above(numbers: readonly number[], place: number): string {
  return numbers
    .slice(0, place + 1)
    .map((number, at) => (at === place ? number + 1 : number))
    .join(".");
}
