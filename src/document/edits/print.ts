import { indentOf, reindent, type Style, writeString, writeValue } from "./style.ts";
import type { Entry, OpenNode, TextNode } from "./tree.ts";

/** The text of a node. `indent` is the indentation of the line on which it begins; undefined when what surrounds it stands on one line. */
export function printNode(node: TextNode, style: Style, indent: string | undefined): string {
  const pieces: string[] = [];
  print(pieces, node, style, indent);
  return pieces.join("");
}

/** Into one list for all levels: what stands deep is not copied at each. */
function print(pieces: string[], node: TextNode, style: Style, indent: string | undefined): void {
  if (node.kind === "source") pieces.push(node.source.text.slice(node.start, node.end));
  else if (node.kind === "new") pieces.push(writeValue(node.value, style, indent));
  else if (!node.isForeign) printOpen(pieces, node, style, indent);
  else {
    const own: string[] = [];
    printOpen(own, node, style, indent);
    pieces.push(reindent(own.join(""), indent));
  }
}

function printOpen(pieces: string[], node: OpenNode, style: Style, indent: string | undefined): void {
  const entries = node.entries.filter(({ isGone }) => !isGone);
  const [open, close] = node.isList ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) {
    pieces.push(open + close);
    return;
  }
  const { blanks } = node;
  const lines = indent === undefined ? undefined : style.lines;
  const first = blanks.first ?? (lines === undefined ? "" : lines.newline + indent + lines.unit);
  const next = blanks.next ?? (first.includes("\n") ? first : style.gap);
  const last = blanks.last ?? (lines === undefined ? "" : lines.newline + indent);
  pieces.push(open);
  for (const [index, entry] of entries.entries()) {
    const lead = index === 0 ? first : (entry.lead ?? next);
    const below = lead.includes("\n") ? indentOf(lead) : undefined;
    pieces.push(lead, headOf(entry, node, style));
    print(pieces, entry.node, style, below);
    pieces.push(index < entries.length - 1 ? `${entry.tail},` : last);
  }
  pieces.push(close);
}

function headOf(entry: Entry, node: OpenNode, style: Style): string {
  if (node.isList) return "";
  return entry.head ?? writeString(entry.key, style.isAscii) + (node.blanks.colon ?? style.colon);
}
