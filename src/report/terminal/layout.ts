/** A command in backquotes, with what touches it. */
const command = /[^ `]*`runstate [^`]*`[^ ]*/g;

/** The words of a text. A command counts as one: broken in two it could not be copied. */
function wordsOf(text: string): string[] {
  if (!text.includes("`runstate ")) return text.split(" ");
  const held = text.replace(command, (words) => words.replaceAll(" ", "\n"));
  return held.split(" ").map((word) => word.replaceAll("\n", " "));
}

/** Breaks words at `columns`; each line is indented. A longer word stands on a line of its own. */
export function wrap(text: string, columns: number, indent = ""): string {
  let lines = "";
  let line = "";
  for (const word of wordsOf(text)) {
    if (line !== "" && indent.length + line.length + 1 + word.length > columns) {
      lines += `${indent}${line.trimEnd()}\n`;
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return `${lines}${indent}${line}\n`;
}

/** The same behind a first line that begins with `lead`; the others stand below its text. */
export function hanging(text: string, columns: number, lead: string): string {
  return lead + wrap(text, columns, " ".repeat(lead.length)).slice(lead.length);
}

/** Rows as columns, two spaces between; the last column is not padded. */
export function table(rows: readonly (readonly string[])[], indent = ""): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length);
    });
  }
  return rows
    .map(
      (row) =>
        indent +
        row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join("  ")
          .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
