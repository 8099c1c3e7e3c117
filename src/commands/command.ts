import { exitCodes } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import type { ReportOptions } from "../report/options.ts";
import { safeText } from "../report/terminal/safe-text.ts";

/** What most commands share, after the command line, the environment and the config file were put together (the command
 * line wins). A command's own options extend this; a flag that nobody gives is false, any other option absent. */
export interface CommonOptions extends ReportOptions {
  /** Where `Io.stdout` leads. */
  readonly output?: string;
  readonly sdk?: string;
  readonly strict: boolean;
  /** Files that the run writes: left out of what a folder or pattern gives. */
  readonly targets?: readonly string[];
  /** Path of an agents file. */
  readonly agents?: string;
  readonly ignore?: readonly string[];
  readonly ndjson: boolean;
  /** RFC 6901 pointer of the checkpoint inside a wrapper. */
  readonly at?: string;
  /** Pointers of secrets that stand there on purpose. */
  readonly allow?: readonly string[];
  readonly loadOnly: boolean;
  /** `all`, or labels with commas between. */
  readonly relabel?: string;
}

/** A command: the default export of `src/commands/NAME.ts`. `args` are the operands in order; an operand that was left out is
 * missing at the end. Returns the exit code; throws `UsageError` or `InputError` for exit 2, anything else is a bug (70). */
export type CommandRun<Options = CommonOptions> = (
  args: readonly string[],
  options: Options,
  io: Io,
) => number | Promise<number>;

/** The heavier of two exit codes: 70 > 2 > 1 > 0. */
export function worse(a: number, b: number): number {
  return Math.max(a, b);
}

/** One sentence of the tool on stderr, for an input that cannot be used while the others still can. */
export function complain(io: Io, sentence: string): number {
  io.stderr.write(`runstate: ${safeText(sentence)}\n`);
  return exitCodes.usage;
}
