import { settingsFile, withConfig } from "./cli/config.ts";
import { type OutputFile, openOutput } from "./cli/output-file.ts";
import { buildProgram, type Call, type Dispatch, usageEnd } from "./cli/program.ts";
import { type CommandRow, commandRows } from "./cli/rows.ts";
import { checkTargets } from "./cli/targets.ts";
import { withHint } from "./cli/usage-hint.ts";
import { ClosedPipe, openStandard } from "./cli/write.ts";
import type { CommandRun } from "./commands/command.ts";
import { identityOf, identityOfStandard } from "./document/files/identity.ts";
import { errorKind, UsageError } from "./errors.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Io, Output } from "./io.ts";
import { safeText } from "./report/terminal/safe-text.ts";
import { tool } from "./tool.ts";

/** Loads `commands/NAME` and gives its default export; undefined when there is no such file. */
export type LoadCommand = (module: string) => CommandRun<never> | undefined | Promise<CommandRun<never> | undefined>;

/** Where a run of the command line writes. */
export interface Streams {
  readonly stdout: Output;
  readonly stderr: Output;
}

function ioOf(stdout: Output, stderr: Output): Io {
  return {
    stdout,
    stderr,
    get stdinIsTty() {
      return process.stdin.isTTY === true;
    },
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
  };
}

/** The rows that the command line can mean, since each costs start-up: the command that is asked for, none when there are only
 * options of the program itself, else all (help, a typing error). */
function rowsFor(argv: readonly string[]): readonly CommandRow[] {
  const asked = commandRows.find((row) => row.name === argv[0]);
  if (asked !== undefined) return [asked];
  const onlyOptions =
    argv.length > 0 && argv.every((word) => word.startsWith("-") && word !== "-h" && word !== "--help");
  return onlyOptions ? [] : commandRows;
}

/** `help corpus plan` is `corpus plan --help`; what is no command there is none without it. */
function withoutHelp(argv: readonly string[]): readonly string[] {
  const [first, ...words] = argv;
  if (first !== "help" || words.length === 0) return argv;
  return commandRows.some((row) => row.name === words[0]) ? [...words, "--help"] : words;
}

function dispatcher(load: LoadCommand, streams: Streams, finish: (code: number) => void): Dispatch {
  return async ({ module, operands, files, options: given, known }) => {
    const run = await load(module);
    if (run === undefined) throw new UsageError(`${module} is not part of this version`);
    const options = withConfig(given, known, { env: process.env, cwd: process.cwd() });
    let file: OutputFile | undefined;
    try {
      const targets = checkTargets(files, options);
      const { output } = options;
      file = typeof output === "string" && !isStandardOutput(output) ? await openOutput(output) : undefined;
      const io = ioOf(file ?? streams.stdout, streams.stderr);
      const code = await run(operands, { ...options, targets } as never, io);
      file?.end(code);
      finish(code);
    } catch (error) {
      // What was done is kept: the sentence says from where to go on.
      if (file?.isBegun || errorKind(error) === "interrupted") file?.end(exitCodes.interrupted);
      throw withOrigin(error, given, options);
    }
  };
}

/** An error over a value that nobody typed says where it comes from. */
function withOrigin(error: unknown, given: Call["options"], options: Call["options"]): unknown {
  if (errorKind(error) !== "usage") return error;
  const { message, option } = error as UsageError;
  if (option === undefined || options[option] === undefined || given[option] !== undefined) return error;
  const isVariable = option === "sdk" && process.env.RUNSTATE_SDK === options.sdk;
  return new UsageError(`${message} (from ${isVariable ? "the variable RUNSTATE_SDK" : settingsFile(process.cwd())})`);
}

/** `-`, and `/dev/stdout` of a run whose output the shell puts into a file. */
function isStandardOutput(path: string): boolean {
  const identity = path === "-" ? undefined : identityOf(path);
  return path === "-" || (identity !== undefined && identity === identityOfStandard(1));
}

/** A bug: a ready-made report. The message stays out of it, because it may quote the document. */
function bugReport(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  const frames = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : [];
  return [
    `runstate: this is a bug in runstate (${name}). Please report it with the lines below and \`runstate --version --verbose\`.`,
    ...frames.slice(0, 8).map((frame) => `  ${frame.trim()}`),
    "",
  ].join("\n");
}

/** The shell stands in a folder that was removed: Node raises wherever a relative path is made whole. */
function isFolderGone(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}

/** What an error ends the run with; says it on stderr. */
function endOf(error: unknown, argv: readonly string[], stderr: Output): number {
  if (error instanceof ClosedPipe) return exitCodes.fine;
  const usage = usageEnd(error);
  if (usage !== undefined) {
    const sentence = usage.sentence.split("\n").map(safeText).join(" ");
    if (sentence !== "") stderr.write(`runstate: ${withHint(sentence, argv)}\n`);
    return usage.code;
  }
  if (isFolderGone(error)) {
    stderr.write("runstate: the current folder does not exist any more; change to another one\n");
    return exitCodes.usage;
  }
  const kind = errorKind(error);
  if (kind !== undefined) {
    stderr.write(`runstate: ${safeText((error as Error).message)}\n`);
    return kind === "interrupted" ? exitCodes.interrupted : exitCodes.usage;
  }
  stderr.write(bugReport(error));
  return exitCodes.bug;
}

async function parse(typed: readonly string[], load: LoadCommand, streams: Streams): Promise<number> {
  let code: number = exitCodes.fine;
  const dispatch = dispatcher(load, streams, (result) => {
    code = result;
  });
  const argv = withoutHelp(typed);
  const asksForAll = argv.includes("--verbose") && (argv.includes("--version") || argv.includes("-V"));
  if (asksForAll) {
    await dispatch({ module: "about", operands: [], files: [], options: {}, known: new Set() });
    return code;
  }
  const program = buildProgram(
    rowsFor(argv),
    tool.version,
    { out: streams.stdout.write, err: streams.stderr.write, columns: streams.stdout.columns },
    dispatch,
  );
  await program.parseAsync([...argv], { from: "user" });
  return code;
}

/** Runs a command line (without node and script) and gives the exit code. Nothing is thrown. */
export async function main(
  argv: readonly string[],
  load: LoadCommand,
  streams: Streams = { stdout: openStandard(1), stderr: openStandard(2) },
): Promise<number> {
  let code: number;
  try {
    code = await parse(argv, load, streams);
    streams.stdout.flush();
  } catch (error) {
    code = endOf(error, argv, streams.stderr);
    try {
      streams.stdout.flush();
    } catch (failure) {
      // A full disk is still full: said once.
      if (String(failure) !== String(error)) code = Math.max(code, endOf(failure, argv, streams.stderr));
    }
  }
  try {
    streams.stderr.flush();
    return code;
  } catch (error) {
    return error instanceof ClosedPipe ? code : Math.max(code, exitCodes.usage);
  }
}
