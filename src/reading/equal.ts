import { equalInPython, isTwin, type Located } from "../python/equality.ts";
import { at, type Pass } from "./pass.ts";

/** Python's `==` on two values below where the walk is. Nearly always they are spelled alike, and nobody asks where they stand. */
export function areEqual(pass: Pass, a: Located, b: Located): boolean {
  if (isTwin(a.value, b.value)) return true;
  const located = ({ value, path }: Located): Located => ({ value, path: at(pass, path) });
  return equalInPython(pass.document, located(a), located(b));
}
