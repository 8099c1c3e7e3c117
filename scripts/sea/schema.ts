import { readFileSync } from "node:fs";
import type { CommandRun } from "../../src/commands/command.ts";
import { exitCodes } from "../../src/exit-codes.ts";
import { namedVersion } from "../../src/versions/named.ts";

/** `runstate schema` of the single executable: the schemas lie inside it. */
const run: CommandRun = ([asked = ""], _options, io) => {
  const { label } = namedVersion(asked);
  io.stdout.write(readFileSync(`/runstate.sea/schemas/${label}.json`, "utf8"));
  return exitCodes.fine;
};

export default run;
