/** Text as one word of a shell. */
export function shellWord(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command to copy: broken before an option when it is longer than a line. */
export function shellLines(command: string, columns: number, indent: string, prompt = "$ "): string {
  const lines: string[] = [];
  for (const part of command.split(/ (?=--)/)) {
    const last = lines.at(-1);
    // Beside the words: the prompt or the deeper indent, and the sign that the line goes on.
    if (last !== undefined && indent.length + last.length + part.length + 3 + prompt.length <= columns) {
      lines[lines.length - 1] = `${last} ${part}`;
    } else lines.push(part);
  }
  return `${indent}${prompt}${lines.join(` \\\n${indent}    `)}\n`;
}
