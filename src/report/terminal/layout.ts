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

/** A command to copy: broken before an option when it is longer than a line. */
export function shellLines(command: string, columns: number, indent: string): string {
  const lines: string[] = [];
  for (const part of command.split(/ (?=--)/)) {
    const last = lines.at(-1);
    // Beside the words: `$ ` or the deeper indent, and the sign that the line goes on.
    if (last !== undefined && indent.length + last.length + part.length + 5 <= columns) {
      lines[lines.length - 1] = `${last} ${part}`;
    } else lines.push(part);
  }
  return `${indent}$ ${lines.join(` \\\n${indent}    `)}\n`;
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
