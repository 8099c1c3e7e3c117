import { equalInPython, type Located } from "../python/equality.ts";
import { at, type Pass } from "./pass.ts";

/** Python's `==` on two values below where the walk is. */
export function areEqual(pass: Pass, a: Located, b: Located): boolean {
  return equalInPython(
    pass.document,
    { value: a.value, path: at(pass, a.path) },
    { value: b.value, path: at(pass, b.path) },
  );
}
