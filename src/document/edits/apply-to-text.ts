import { indexOf } from "../pointer.ts";
import { rootSpan } from "../scan.ts";
import { type Edit, placeInList } from "./edit.ts";
import { lost } from "./lost.ts";
import { printNode } from "./print.ts";
import { styleOf } from "./style.ts";
import { type Entry, newEntry, type OpenNode, openNode, sourceNode, type TextNode } from "./tree.ts";

/** The text with the edits made one after the other, each on the result of the former. Bytes outside of an edit stay as they are; new text is
 * laid out like the text around it. Of repeated keys the last one is meant, and `remove` takes them all, so that an earlier twin does
 * not come back. Work grows with the text and the edits, not with their product. The text must be one that `parseDocument` took;
 * throws an Error when an edit names what is not there. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const { start, end } = rootSpan(text);
  let root = sourceNode(text, start, end);
  for (const edit of edits) root = edit.path.length === 0 ? newRoot(edit) : editBelow(root, edit);
  const style = styleOf(text);
  return text.slice(0, start) + printNode(root, style, style.lines?.base) + text.slice(end);
}

function newRoot(edit: Edit): TextNode {
  if (edit.op === "remove") throw new Error("the whole document cannot be removed");
  return { kind: "new", value: edit.value };
}

function editBelow(root: TextNode, edit: Edit): OpenNode {
  const opened = openNode(root) ?? lost(edit.path);
  let holder = opened;
  for (const step of edit.path.slice(0, -1)) {
    const entry = entryAt(holder, step) ?? lost(edit.path);
    holder = openNode(entry.node) ?? lost(edit.path);
    entry.node = holder;
  }
  if (holder.isList) editList(holder.entries, edit);
  else editObject(holder, edit);
  return opened;
}

function entryAt(holder: OpenNode, step: string | number): Entry | undefined {
  if (!holder.isList) return holder.byKey.get(String(step));
  const index = indexOf(step);
  return index === undefined ? undefined : holder.entries[index];
}

function editList(entries: Entry[], edit: Edit): void {
  const index = placeInList(edit, entries.length);
  const entry = entries[index];
  if (edit.op === "add") entries.splice(index, 0, newEntry("", edit.value));
  else if (edit.op === "remove") entries.splice(index, 1);
  else if (entry !== undefined) entry.node = { kind: "new", value: edit.value };
}

function editObject(holder: OpenNode, edit: Edit): void {
  const key = String(edit.path.at(-1));
  const entry = holder.byKey.get(key);
  if (edit.op === "remove") {
    if (entry === undefined) lost(edit.path);
    removeKey(holder, entry);
  } else if (entry !== undefined) entry.node = { kind: "new", value: edit.value };
  else if (edit.op === "replace") lost(edit.path);
  else {
    const added = newEntry(key, edit.value);
    holder.entries.push(added);
    holder.byKey.set(key, added);
  }
}

function removeKey(holder: OpenNode, entry: Entry): void {
  entry.isGone = true;
  const mayHaveTwins = holder.byKey.size < holder.entries.length;
  holder.byKey.delete(entry.key);
  if (!mayHaveTwins) return;
  for (const twin of holder.entries) if (twin.key === entry.key) twin.isGone = true;
}
