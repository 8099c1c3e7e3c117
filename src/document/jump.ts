import { COLON, skipBlank } from "./scan.ts";

/** Searches of the whole text that one document may cost. A few are cheaper than reading the root (3 µs against 14 in 14 kB), many are not. */
const mostSearches = 6;

/** Shorter keys are hardly ever the only ones, and slow to look for. */
const shortestJump = 8;

/** Jumps to the value of a key that occurs once in the text. Sound because the caller knows that the path exists: its key is
 * spelled somewhere, plainly (no escape in the text stands for an ASCII character), and there is one place with that
 * spelling. A second occurrence, also inside another string, means no jump. */
export function jumper(text: string, hidesLetters: () => boolean): (step: string | number) => number | undefined {
  const found = new Map<string, number | undefined>();
  const search = (key: string): number | undefined => {
    if (hidesLetters()) return undefined;
    const token = `${key}"`;
    const at = text.indexOf(token);
    if (at === -1 || text.indexOf(token, at + 1) !== -1) return undefined;
    const colon = skipBlank(text, at + token.length);
    return text.charCodeAt(colon) === COLON ? skipBlank(text, colon + 1) : undefined;
  };
  return (step) => {
    if (typeof step === "number" || step.length < shortestJump) return undefined;
    if (found.has(step)) return found.get(step);
    if (found.size >= mostSearches || !/^[A-Za-z_$]+$/.test(step)) return undefined;
    const start = search(step);
    found.set(step, start);
    return start;
  };
}
