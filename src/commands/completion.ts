import { completionScript, shells } from "../cli/completion.ts";
import { commandRows } from "../cli/rows.ts";
import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import type { CommandRun } from "./command.ts";

const run: CommandRun = ([shell = ""], _options, io) => {
  const known = shells.find((name) => name === shell);
  if (known === undefined) throw new UsageError(`no completion for ${shell}; there is one for ${shells.join(", ")}`);
  io.stdout.write(completionScript(known, commandRows));
  return exitCodes.fine;
};

export default run;
