/** Text as one word of a shell. */
export function shellWord(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The same of an input: a file whose name would be taken for an option is named from its folder. `-` is standard input. */
export function inputWord(file: string): string {
  return shellWord(file.length > 1 && file.startsWith("-") ? `./${file}` : file);
}
