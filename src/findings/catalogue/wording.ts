import { plural } from "../../plural.ts";
import type { FindingArgs } from "../finding.ts";
import type { Sentences } from "../sentences.ts";

/** What the SDK answers when a bare Python error stops it while loading. */
export const hidden =
  "The SDK stumbles over it while loading. Since 0.20.0 it raises one fixed sentence that hides all details; older releases show the bare Python error.";

/** The way out for a value that no release wrote like this. */
export const restoreValue = "Restore the value from a copy that loads; no release writes it like this.";

/** Ids and names come from the document: more of them than this says nothing. */
const mostCharacters = 60;

/** An argument as text, or `fallback` when it is absent or empty. */
export function textOf(args: FindingArgs, key: string, fallback: string): string {
  const value = args[key];
  if (value === undefined || value === "") return fallback;
  const text = String(value);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}

/** An argument after its noun ("call call_1"), or `fallback` when it is absent or empty. */
export function namedBy(args: FindingArgs, key: string, noun: string, fallback: string): string {
  const text = textOf(args, key, "");
  return text === "" ? fallback : `${noun} ${text}`;
}

export function callOf(args: FindingArgs): string {
  return namedBy(args, "id", "call", "a call");
}

/** The same at the start of a sentence. */
export function callAtStart(args: FindingArgs): string {
  return namedBy(args, "id", "Call", "A call");
}

export function toolOf(args: FindingArgs): string {
  return namedBy(args, "tool", "the tool", "the tool");
}

export function foundIn(args: FindingArgs): string {
  return textOf(args, "found", "another kind of value");
}

/** "3 items", "1 item". */
export function counted(args: FindingArgs, key: string, noun: string): string {
  return plural(Number(args[key] ?? 0), noun);
}

/** A rule about a value of the wrong shape. */
export function shape(what: string, expected: string, why: string = hidden, fix: string = restoreValue): Sentences {
  return {
    title: `${what} is not ${expected}`,
    message: (args) => `${what} must be ${expected}; found ${foundIn(args)}.`,
    why,
    fix,
  };
}

/** A rule whose message needs no arguments beyond the place. */
export function plain(title: string, message: string, why: string, fix: string): Sentences {
  return { title, message: () => message, why, fix };
}

/** The word for a key of a closed set, or `fallback` when there is none. */
export function wordOf(
  words: Readonly<Record<string, string>>,
  key: FindingArgs[string] | undefined,
  fallback: string,
): string {
  return (typeof key === "string" && Object.hasOwn(words, key) ? words[key] : undefined) ?? fallback;
}
