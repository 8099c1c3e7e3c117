/** Breaks words at `columns`; each line is indented. A longer word stands on a line of its own. */
export function wrap(text: string, columns: number, indent = ""): string {
  let lines = "";
  let line = "";
  for (const word of text.split(" ")) {
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
