import type { Document } from "../document/document.ts";
import type { Json } from "../document/json.ts";
import { type Span, valuesNamed } from "../document/scan.ts";
import { at, type Pass } from "./pass.ts";

/** Names of members, and whether no number below any of them can hold a fraction or an exponent. */
const plainNames = new WeakMap<Document, Map<string, boolean>>();

/** Answers for numbers below the member `name` of the run whether Python reads them as ints (no bool, no fraction, no exponent). One look at
 * the text serves all of them, in every run of the document; each is looked up only where a fraction or an exponent may stand among them. */
export function integersBelow(
  pass: Pass,
  name: string,
): (value: Json | undefined, first: string | number, second?: number) => value is number {
  const { document } = pass;
  const plain = isPlainBelow(document, name);
  return (value, first, second): value is number =>
    typeof value === "number" &&
    ((plain && Number.isInteger(value)) ||
      document.isInteger(at(pass, second === undefined ? [name, first] : [name, first, second])));
}

function isPlainBelow(document: Document, name: string): boolean {
  const names = plainNames.get(document) ?? new Map<string, boolean>();
  plainNames.set(document, names);
  let plain = names.get(name);
  if (plain === undefined) {
    plain = !document.hidesLetters() && valuesNamed(document.text, name).every(isPlain(document.text));
    names.set(name, plain);
  }
  return plain;
}

function isPlain(text: string): (value: Span) => boolean {
  return ({ start, end }) => !/[0-9][.eE]/.test(text.slice(start, end));
}
