import type { Named } from "../../document/checkpoint.ts";
import { stdinName } from "../../document/files/inputs.ts";
import { inputWord, linesOf, shellWord } from "../../shell-word.ts";
import { widthOf } from "./width.ts";

/** A checkpoint as a command names it. */
export interface InputWords {
  /** What takes it out of its lines, into the command; nothing for a file. */
  readonly pipe: string;
  readonly words: string;
}

/** The input of a command line: a checkpoint, and its place in a wrapper. A line that came through a pipe cannot be named. */
export function inputWords({ file, line }: Named, at?: string): InputWords | null {
  if (line !== null && file === stdinName) return null;
  const place = at === undefined ? "" : ` --at ${shellWord(at)}`;
  if (line === null) return { pipe: "", words: `${inputWord(file)}${place}` };
  return { pipe: `${linesOf(file, `sed -n '${line}p;${line}q'`)} | `, words: `-${place}` };
}

/** Sentences name commands for any checkpoint: with the one at hand in place of FILE they can be typed as they stand. */
export function withInput(sentence: string, input: InputWords | null): string {
  if (input === null) return sentence;
  const { pipe, words } = input;
  return sentence.replace(
    /`(runstate [^`]*?)\bFILE\b([^`]*)`/g,
    (_, before: string, behind: string) => `\`${pipe}${before}${words}${behind}\``,
  );
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
