import type { Json } from "../document/json.ts";
import { mostIntegerDigits } from "../document/limits.ts";

/* What pydantic's python-mode lax validation takes for an int, a float and a bool. Measured against pydantic 2.14.4
 * (pydantic-core 2.50.5), oddities such as "0-1" included: tests/vectors/items/lax.json. */

/** Unicode White_Space, which pydantic trims (JavaScript's `trim` differs at U+0085 and U+FEFF). */
const space = "[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const outerSpace = new RegExp(`^${space}+|${space}+$`, "g");
const decimal = /^[+-]?(?:inf|infinity|nan|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)$/i;
const natural = /^(?:0|[1-9][0-9]*)$/;
const integer = /^-?(?:0|[1-9][0-9]*)$/;
const truths = new Set(["0", "off", "f", "false", "n", "no", "1", "on", "t", "true", "y", "yes"]);

/** Doubles from here on are no i64: pydantic refuses them as floats, but takes the same value written as an integer. */
const widest = 2 ** 63;

/** Set when a number was judged whose spelling (integer or float literal) would decide: see `isLaxInt`. */
export const spelling = { mattered: false };

/** Whether pydantic reads `value` as an int. `isInteger` says how a number of the document is spelled (no fraction, no
 * exponent); it matters from 2^63 on only, and without it such a number counts as an integer. */
export function isLaxInt(value: Json, isInteger?: boolean): boolean {
  if (typeof value === "number") return isLaxIntNumber(value, isInteger);
  return typeof value === "boolean" || (typeof value === "string" && isIntText(value));
}

function isLaxIntNumber(value: number, isInteger: boolean | undefined): boolean {
  if (Math.abs(value) < widest) return Number.isInteger(value);
  if (Number.isNaN(value)) return false;
  spelling.mattered = true;
  return isInteger ?? Number.isFinite(value);
}

/** Whether pydantic reads `value` as a float. An integer literal beyond the range of doubles is refused, 1e400 is not;
 * without `isInteger` it counts as a float. */
export function isLaxFloat(value: Json, isInteger?: boolean): boolean {
  if (typeof value === "number") {
    if (Math.abs(value) !== Number.POSITIVE_INFINITY) return true;
    spelling.mattered = true;
    return isInteger !== true;
  }
  return typeof value === "boolean" || (typeof value === "string" && isFloatText(value));
}

/** Whether pydantic reads `value` as a bool: true, false, 0, 1 and a dozen words in any case. */
export function isLaxBool(value: Json): boolean {
  if (typeof value === "boolean" || value === 0 || value === 1) return true;
  // Only ASCII is folded: "ſ" upper-cases to "S" in JavaScript, but toLowerCase keeps it, as pydantic does.
  return typeof value === "string" && value.length <= 5 && truths.has(value.toLowerCase());
}

/** Underscores between digits are only read when no white space surrounds the number. */
function isFloatText(text: string): boolean {
  return decimal.test(text.replace(outerSpace, "")) || decimal.test(withoutUnderscores(text));
}

function isIntText(text: string): boolean {
  let digits = text.replace(outerSpace, "");
  if (digits.startsWith("+")) {
    if (digits.startsWith("-", 1)) return false;
    digits = digits.slice(1);
  }
  const negative = digits.startsWith("-");
  if (negative) digits = digits.slice(1);
  digits = withoutUnderscores(withoutFraction(withoutLeadingZeros(digits)));
  if (digits.length - (digits.startsWith("-") ? 1 : 0) > mostIntegerDigits) return false;
  return negative ? natural.test(digits) : integer.test(digits);
}

/** Zeros and underscores behind a first zero go, up to the last one before a fraction or the end. What is left may even
 * begin with a minus: "0-1" is an int. */
function withoutLeadingZeros(digits: string): string {
  const zeros = /^0[0_]*/.exec(digits)?.[0].length ?? 0;
  if (zeros === 0) return digits;
  return digits.slice(/^[1-9-]/.test(digits.slice(zeros)) ? zeros : zeros - 1);
}

function withoutFraction(digits: string): string {
  return digits.replace(/\.0+$/, "");
}

/** Single underscores inside a number separate; a leading, trailing or double one spoils it. */
function withoutUnderscores(digits: string): string {
  if (digits.startsWith("_") || digits.endsWith("_") || digits.includes("__")) return digits;
  return digits.replaceAll("_", "");
}

/** Whether Python can iterate it: lists, and also the characters of a string and the keys of an object. */
export function isIterable(value: Json): boolean {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}

/** Whether `value` is a string of at least `least` characters that Python can encode: what a constrained str takes. */
export function isStrictText(value: Json, least: number): boolean {
  return typeof value === "string" && value.isWellFormed() && [...value].length >= least;
}

/** A model keeps unknown keys and refuses one with a lone surrogate, whatever its value. */
export function hasWellFormedKeys(value: Readonly<Record<string, Json>>): boolean {
  for (const key in value) if (!key.isWellFormed()) return false;
  return true;
}
