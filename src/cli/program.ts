import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { hanging } from "../report/terminal/layout.ts";
import { shellLines } from "../report/terminal/shell.ts";
import { anyRefusal, exitTexts } from "./exit-texts.ts";
import { inputOptions, judgingOptions, type OptionRow, outputOptions } from "./options.ts";
import type { CommandRow } from "./rows.ts";

/** A command line as commander read it. `known` are the names of the options that the command has. */
export interface Call {
  readonly module: string;
  readonly operands: readonly string[];
  /** The operands that name files. */
  readonly files: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly known: ReadonlySet<string>;
}

export type Dispatch = (call: Call) => Promise<void>;

interface Screen {
  out(text: string): void;
  err(text: string): void;
  readonly columns: number;
}

/** Wider lines are hard to read. */
const widestHelp = 80;

const anyHelp = `${anyRefusal}; each command's --help says when`;

function exitCodeTable(refused: string | undefined, columns: number): string {
  const rows = exitTexts(refused).map(([code, text]) => hanging(text, columns, `  ${String(code).padEnd(5)}`));
  return `\nExit codes:\n${rows.join("")}`;
}

function countFrom(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("A whole number from 0 is expected.");
  return Number(text);
}

function positiveFrom(text: string, most: number | undefined): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value === 0 || (most !== undefined && value > most))
    throw new InvalidArgumentError(`A whole number from 1${most === undefined ? "" : ` to ${most}`} is expected.`);
  return value;
}

function optionOf(row: OptionRow): Option {
  const option = new Option(row.flags, row.text);
  if (row.choices !== undefined) option.choices(row.choices);
  if (row.kind === "count") option.argParser(countFrom);
  if (row.kind === "positive") option.argParser((text: string) => positiveFrom(text, row.most));
  if (row.kind === "list") option.argParser((text: string, earlier: string[] = []) => [...earlier, text]);
  return option;
}

/** A flag is off when nobody gives it; one that commands share also where a command lacks it. */
function flagsOff(command: Command): Record<string, boolean> {
  const shared = Object.values({ ...outputOptions, ...judgingOptions, ...inputOptions }).map(optionOf);
  const flags = [...shared, ...command.options].filter((option) => option.isBoolean());
  return Object.fromEntries(flags.map((option) => [option.attributeName(), false]));
}

function helpAfter(row: CommandRow, columns: number): string {
  const examples = row.examples.map((example) => shellLines(example, columns, "  ", "")).join("");
  return `\nExamples:\n${examples}${exitCodeTable(row.children === undefined ? row.refuses : anyHelp, columns)}`;
}

function addCommand(parent: Command, row: CommandRow, columns: number, dispatch: Dispatch): void {
  const command = parent.command(row.name).summary(row.summary).description(row.summary).copyInheritedSettings(parent);
  for (const [notation, text] of row.operands) command.argument(notation, text);
  for (const option of row.options) command.addOption(optionOf(option));
  command.addHelpText("after", () => helpAfter(row, columns));
  for (const child of row.children ?? []) addCommand(command, child, columns, dispatch);
  if (row.children !== undefined) return;
  command.action(async (...received: unknown[]) => {
    const operands = received
      .slice(0, -2)
      .flat()
      .filter((operand) => typeof operand === "string");
    const known = new Set(command.options.map((option) => option.attributeName()));
    const files = row.words === undefined ? operands : [];
    const options = { ...flagsOff(command), ...command.opts() };
    await dispatch({ module: row.module ?? row.name, operands, files, options, known });
  });
}

/** The command table as a commander program. `rows`: the commands that the command line can mean, since each costs start-up. */
export function buildProgram(
  rows: readonly CommandRow[],
  version: string,
  screen: Screen,
  dispatch: Dispatch,
): Command {
  const columns = Math.min(screen.columns, widestHelp);
  const program = new Command("runstate");
  program
    .description("Inspects, validates and migrates RunState checkpoints of the OpenAI Agents SDK.")
    .version(version, "-V, --version", "print the version (with --verbose: everything a bug report needs)")
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeOut: screen.out,
      writeErr: screen.err,
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
      outputError: () => {},
    });
  for (const row of rows) addCommand(program, row, columns, dispatch);
  program.addHelpText("after", () => exitCodeTable(anyHelp, columns));
  return program;
}

/** How commander ended: the exit code and the sentence for stderr, or undefined when the error is not commander's. */
export function usageEnd(error: unknown): { code: 0 | 2; sentence: string } | undefined {
  if (!(error instanceof CommanderError)) return undefined;
  return error.exitCode === 0
    ? { code: 0, sentence: "" }
    : { code: 2, sentence: error.message.replace(/^error: /, "").replace(/^\(outputHelp\)$/, "") };
}
