import type { Path } from "../json.ts";
import { indexOf } from "../pointer.ts";
import { lost } from "./lost.ts";
import type { NewJson } from "./new-json.ts";

/** One change of a document, in the sense of RFC 6902: `add` inserts into a list (at an index, or `-` for its end) and sets a member of an
 * object; `replace` and `remove` need what they name. */
export type Edit =
  | { readonly op: "add" | "replace"; readonly path: Path; readonly value: NewJson }
  | { readonly op: "remove"; readonly path: Path };

/** The index that an edit names in a list of that length; throws when there is none. */
export function placeInList({ op, path }: Edit, length: number): number {
  const step = path.at(-1) ?? "";
  const index = op === "add" && step === "-" ? length : (indexOf(step) ?? lost(path));
  return index < length || (op === "add" && index === length) ? index : lost(path);
}
