import { existsSync } from "node:fs";
import { misnamed } from "../document/files/misnamed.ts";
import { safeText } from "../report/terminal/safe-text.ts";
import { shellWord } from "../shell-word.ts";
import type { OptionRow } from "./options.ts";
import { type CommandRow, commandRows } from "./rows.ts";

/** What commander says of a wrong command line, with what to type next. */
export function withHint(sentence: string, argv: readonly string[]): string {
  const rows = namedRows(argv);
  const [, what, name = ""] = /^unknown (option|command) '(.+)'(?: \(Did you mean [^)]*\))?$/s.exec(sentence) ?? [];
  const other = what === "command" ? misnamed(name) : undefined;
  if (other !== undefined) return `${other}, behind a command: \`runstate validate -\``;
  const hint = what === "option" ? optionHint(name, rows.at(-1)) : what === "command" ? commandHint(name) : undefined;
  if (hint !== undefined) return `${sentence.replace(/ \(Did you mean [^)]*\)$/, "")} (${hint})`;
  return `${sentence} (see \`${["runstate", ...rows.map((row) => row.name), "--help"].join(" ")}\`)`;
}

/** The command that a command line names: "corpus plan" has options of its own. */
function namedRows([first, second]: readonly string[]): CommandRow[] {
  const row = commandRows.find(({ name }) => name === first);
  const child = row?.children?.find(({ name }) => name === second);
  return [row, child].filter((found) => found !== undefined);
}

function commandHint(name: string): string | undefined {
  return existsSync(name) ? `to judge the file of that name: \`runstate validate ${asTyped(name)}\`` : undefined;
}

function optionHint(name: string, row: CommandRow | undefined): string | undefined {
  // As a shell's pattern gives it.
  if (existsSync(name)) return `for the file of that name: ${asTyped(`./${name}`)}`;
  if (name === "-v") return "the version: `runstate --version`";
  const word = name.replace(/^-+/, "");
  if (row === undefined) {
    const owner = commandRows.find((each) => optionOf(each, word) !== undefined);
    return owner && `options stand behind the command: \`runstate ${owner.name} --${word} …\``;
  }
  const format = optionOf(row, "format")?.choices?.find((choice) => choice === word);
  if (format !== undefined) return `did you mean --format ${format}?`;
  return optionOf(row, word) && `did you mean --${word}?`;
}

function optionOf(row: CommandRow, word: string): OptionRow | undefined {
  return row.options.find(({ flags }) => flags.split(" ")[0] === `--${word}`);
}

function asTyped(name: string): string {
  return safeText(shellWord(name));
}
