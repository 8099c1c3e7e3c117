import { UsageError } from "../errors.ts";
import { nearestWord } from "../nearest.ts";
import type { Agents } from "../outlook/program/agents.ts";
import { agentsFrom } from "../outlook/program/agents-shape.ts";

/** What an option must be. */
export interface OptionKind {
  readonly words: string;
  fits(value: unknown): boolean;
}

export const text: OptionKind = { words: "a string", fits: (value) => typeof value === "string" };
export const flag: OptionKind = { words: "true or false", fits: (value) => typeof value === "boolean" };
export const texts: OptionKind = {
  words: "a list of strings",
  fits: (value) => Array.isArray(value) && value.every((entry) => typeof entry === "string"),
};
/** Looked at by `agentsOf`, which says what is wrong with them. */
export const agents: OptionKind = { words: "agents", fits: () => true };

export function wholeFrom(least: number): OptionKind {
  const fits = (value: unknown) => Number.isInteger(value) && Number(value) >= least;
  return { words: `a whole number from ${least}`, fits };
}

export function oneOf(words: readonly string[]): OptionKind {
  return { words: `one of ${words.join(", ")}`, fits: (value) => words.some((word) => word === value) };
}

/** Programs without types hand over anything, and an option that is misspelt would be left out without a word: the verdict would be that of
 * another release. Throws UsageError. `call`: the function, for the sentence. */
export function checkOptions(call: string, given: unknown, kinds: Readonly<Record<string, OptionKind>>): void {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new UsageError(`the options of ${call} are an object`);
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      const nearest = nearestWord(name, Object.keys(kinds));
      const hint = nearest === undefined ? `it has ${Object.keys(kinds).join(", ")}` : `did you mean ${nearest}?`;
      throw new UsageError(`${call} has no option ${JSON.stringify(name)} (${hint})`);
    }
    if (value !== undefined && !kind.fits(value)) throw new UsageError(`${name} of ${call} must be ${kind.words}`);
  }
}

/** The agents that a program gave; throws UsageError for what is none. */
export function agentsOf(given: Agents | undefined): Agents | undefined {
  return given === undefined ? undefined : agentsFrom("agents", given);
}
