import type { Document } from "../document/document.ts";
import type { Json, JsonObject, Path } from "../document/json.ts";
import { isIntegerText } from "./number.ts";

/** A value and where it stands. */
export interface Located {
  readonly value: Json;
  readonly path: Path;
}

interface Comparison {
  readonly document: Pick<Document, "numberText">;
  readonly pathA: Path;
  readonly pathB: Path;
  /** Where the two values stand below their paths. */
  readonly steps: (string | number)[];
}

/** Python's `==` on two values of one parsed document: 1, 1.0 and True are equal, the order of keys does not count, ints of any
 * size are exact, and NaN equals itself because json.loads gives the same object for each (seen inside containers only). */
export function equalInPython(document: Comparison["document"], a: Located, b: Located): boolean {
  return equal({ document, pathA: a.path, pathB: b.path, steps: [] }, a.value, b.value);
}

/** Whether two values are the same in every spelling that a document can give them: equal member by member in the same order, and without
 * numbers that JavaScript may have rounded. The common case of equality, without a word about where things stand. */
export function isTwin(a: Json | undefined, b: Json | undefined): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return a === b && (typeof a !== "number" || Math.abs(a) <= Number.MAX_SAFE_INTEGER);
  }
  if (a === b) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!isTwin(a[index], b[index])) return false;
    return true;
  }
  if (Array.isArray(b)) return false;
  let members = 0;
  for (const key in a) {
    members++;
    // All that an object inherits are functions, which no value equals, but for its prototype.
    const other = key === "__proto__" && !Object.hasOwn(b, key) ? undefined : b[key];
    if (!isTwin(a[key], other)) return false;
  }
  for (const _ in b) members--;
  return members === 0;
}

function equal(at: Comparison, a: Json, b: Json): boolean {
  if (a === b) return typeof a !== "number" || Math.abs(a) <= Number.MAX_SAFE_INTEGER || equalLiterals(at);
  if (typeof a === "object" && typeof b === "object") {
    if (a === null || b === null) return false;
    if (Array.isArray(a)) return Array.isArray(b) && equalLists(at, a, b);
    return !Array.isArray(b) && equalObjects(at, a, b);
  }
  if (typeof a === "string" || typeof b === "string" || typeof a === "object" || typeof b === "object") return false;
  return Number(a) === Number(b) || (Number.isNaN(a) && Number.isNaN(b));
}

function equalLists(at: Comparison, a: readonly Json[], b: readonly Json[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) {
    if (!equalBelow(at, index, a[index] ?? null, b[index] ?? null)) return false;
  }
  return true;
}

function equalObjects(at: Comparison, a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(b, key) || !equalBelow(at, key, a[key] ?? null, b[key] ?? null)) return false;
  }
  return true;
}

function equalBelow(at: Comparison, step: string | number, a: Json, b: Json): boolean {
  at.steps.push(step);
  const same = equal(at, a, b);
  at.steps.pop();
  return same;
}

/** Two numbers with the same double, beyond the ints that a double holds exactly: an int is not what it was rounded to. */
function equalLiterals({ document, pathA, pathB, steps }: Comparison): boolean {
  const a = document.numberText([...pathA, ...steps]);
  const b = document.numberText([...pathB, ...steps]);
  if (a === undefined || b === undefined || a === b) return true;
  const [exactA, exactB] = [exact(a), exact(b)];
  return exactA === exactB;
}

/** The exact value of a literal; a float's own for finite ones, which are whole numbers here. */
function exact(literal: string): bigint | number {
  if (isIntegerText(literal)) return BigInt(literal);
  const value = Number(literal);
  return Number.isFinite(value) ? BigInt(value) : value;
}
