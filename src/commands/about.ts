import { exitCodes } from "../exit-codes.ts";
import { newestReader, pydantic, releases } from "../readers/releases.ts";
import { table } from "../report/terminal/layout.ts";
import { tool } from "../tool.ts";
import type { CommandRun } from "./command.ts";

/** `--version --verbose`: what a bug report needs, and nothing of any document. */
const run: CommandRun = (_args, _options, io) => {
  const oldest = releases[0] ?? newestReader;
  io.stdout.write(
    table([
      [tool.name, tool.version],
      ["node", process.versions.node],
      ["platform", `${process.platform} ${process.arch}`],
      ["schema versions", `${oldest.writes} to ${newestReader.writes}, draft-1.18`],
      ["SDK releases", `${oldest.release} to ${newestReader.release} (${releases.length})`],
      ["judged with", `openai ${newestReader.openai}, pydantic ${pydantic} (${newestReader.release})`],
    ]),
  );
  return exitCodes.fine;
};

export default run;
