import type { Edit } from "../../document/edits/edit.ts";
import { isList, isVerbatim, type NewJson } from "../../document/edits/new-json.ts";
import { compactStyle, writeValue } from "../../document/edits/style.ts";
import { strictLine } from "../../session/raw-item.ts";

/** What stands for a value that is not shown. */
const hidden = "…";

/** The new value of an edit as JSON on one line; empty for `remove`. Steps of a migration write labels, ids, names and digests. Without
 * `values` the rest is hidden: text that goes back as a document spelled it, and the words of whoever rejected a call. */
export function editValue(edit: Edit, values: boolean): string {
  if (edit.op === "remove") return "";
  const shown = values ? edit.value : masked(edit.value, edit.path);
  return strictLine(writeValue(shown, compactStyle, undefined));
}

function masked(value: NewJson, path: Edit["path"]): NewJson {
  if (value !== null && isRejection(path)) return hidden;
  if (typeof value === "object" && value !== null) {
    if (isVerbatim(value)) return path.at(-1) === "$schemaVersion" ? value : hidden;
    if (isList(value)) return value.map((child, index) => masked(child, [...path, index]));
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, masked(child, [...path, key])]));
  }
  return value;
}

function isRejection(path: Edit["path"]): boolean {
  return path.at(-1) === "sticky_rejection_message" || path.at(-2) === "rejection_messages";
}
