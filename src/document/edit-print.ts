import type { Entry, OpenNode, TextNode } from "./edit-tree.ts";
import { indentOf, reindent, type Style, writeString, writeValue } from "./style.ts";

/** The text of a node. `indent` is the indentation of the line on which it begins; undefined when what surrounds it stands on one line. */
export function printNode(node: TextNode, style: Style, indent: string | undefined): string {
  if (node.kind === "source") return node.text.slice(node.start, node.end);
  if (node.kind === "new") return writeValue(node.value, style, indent);
  const printed = printOpen(node, style, indent);
  return node.isForeign ? reindent(printed, indent) : printed;
}

function printOpen(node: OpenNode, style: Style, indent: string | undefined): string {
  const entries = node.entries.filter(({ isGone }) => !isGone);
  const [open, close] = node.isList ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return open + close;
  const { blanks } = node;
  const lines = indent === undefined ? undefined : style.lines;
  const first = blanks.first ?? (lines === undefined ? "" : lines.newline + indent + lines.unit);
  const next = blanks.next ?? (first.includes("\n") ? first : style.gap);
  const last = blanks.last ?? (lines === undefined ? "" : lines.newline + indent);
  const pieces = [open];
  for (const [index, entry] of entries.entries()) {
    const lead = index === 0 ? first : (entry.lead ?? next);
    const below = lead.includes("\n") ? indentOf(lead) : undefined;
    pieces.push(lead, headOf(entry, node, style), printNode(entry.node, style, below));
    pieces.push(index < entries.length - 1 ? `${entry.tail},` : last);
  }
  pieces.push(close);
  return pieces.join("");
}

function headOf(entry: Entry, node: OpenNode, style: Style): string {
  if (node.isList) return "";
  return entry.head ?? writeString(entry.key, style.isAscii) + (node.blanks.colon ?? style.colon);
}
