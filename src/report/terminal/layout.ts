import { padded, widthOf } from "./width.ts";

/** A command in backquotes, with what touches it. */
const command = /[^ `]*`(?:[^`]* \| )?runstate [^`]*`[^ ]*/g;

/** The words of a text. A command counts as one: broken in two it could not be copied. */
function wordsOf(text: string): string[] {
  if (!text.includes("runstate ")) return text.split(" ");
  const held = text.replace(command, (words) => words.replaceAll(" ", "\n"));
  return held.split(" ").map((word) => word.replaceAll("\n", " "));
}

/** Breaks words at `columns`; each line is indented. A longer word stands on a line of its own. */
export function wrap(text: string, columns: number, indent = ""): string {
  let lines = "";
  let line = "";
  let width = indent.length;
  for (const word of wordsOf(text)) {
    const more = widthOf(word);
    if (line !== "" && width + 1 + more > columns) {
      lines += `${indent}${line.trimEnd()}\n`;
      line = "";
      width = indent.length;
    }
    width += line === "" ? more : more + 1;
    line = line === "" ? word : `${line} ${word}`;
  }
  return `${lines}${indent}${line}\n`;
}

/** The same behind a first line that begins with `lead`; the others stand below its text. */
export function hanging(text: string, columns: number, lead: string): string {
  return lead + wrap(text, columns, " ".repeat(widthOf(lead))).slice(widthOf(lead));
}

/** Rows as columns, two spaces between; the last column is not padded. */
export function table(rows: readonly (readonly string[])[], indent = ""): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
    });
  }
  return rows
    .map(
      (row) =>
        indent +
        row
          .map((cell, at) => padded(cell, widths[at] ?? 0))
          .join("  ")
          .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}
