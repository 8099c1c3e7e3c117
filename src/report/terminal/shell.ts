import type { Named } from "../../document/checkpoint.ts";
import { inputWord, shellWord } from "../../shell-word.ts";
import { widthOf } from "./width.ts";

/** The input of a command line: a checkpoint, and its place in a wrapper. Of a line among others there is none to name. */
export function inputWords({ file, line }: Named, at?: string): string | null {
  if (line !== null) return null;
  return at === undefined ? inputWord(file) : `${inputWord(file)} --at ${shellWord(at)}`;
}

/** Sentences name commands for any checkpoint: with the one at hand in place of FILE they can be typed as they stand. */
export function withInput(sentence: string, input: string | null): string {
  if (input === null) return sentence;
  return sentence.replace(/`runstate [^`]*`/g, (command) => command.replace(/\bFILE\b/, () => input));
}

/** A command to copy: broken before an option when it is longer than a line. */
export function shellLines(command: string, columns: number, indent: string, prompt = "$ "): string {
  const lines: string[] = [];
  for (const part of command.split(/ (?=--)/)) {
    const last = lines.at(-1);
    // Beside the words: the prompt or the deeper indent, and the sign that the line goes on.
    if (last !== undefined && indent.length + widthOf(last) + widthOf(part) + 3 + prompt.length <= columns) {
      lines[lines.length - 1] = `${last} ${part}`;
    } else lines.push(part);
  }
  return `${indent}${prompt}${lines.join(` \\\n${indent}    `)}\n`;
}
