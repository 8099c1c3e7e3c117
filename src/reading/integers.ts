import type { Json, Path } from "../document/json.ts";
import { at, type Pass } from "./pass.ts";

/** Answers for numbers below `path` whether Python reads them as ints (no bool, no fraction, no exponent). One look at the text serves
 * all of them; each is looked up only where a fraction or an exponent may stand among them. */
export function integersBelow(
  pass: Pass,
  path: Path,
): (value: Json | undefined, ...within: (string | number)[]) => boolean {
  const span = pass.document.span(at(pass, path));
  const plain = span !== undefined && !/[0-9][.eE]/.test(pass.document.text.slice(span.start, span.end));
  return (value, ...within) =>
    typeof value === "number" &&
    ((plain && Number.isInteger(value)) || pass.document.isInteger(at(pass, [...path, ...within])));
}
