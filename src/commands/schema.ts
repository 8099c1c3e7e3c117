import { join } from "node:path";
import { readInput } from "../document/files/read-input.ts";
import { InputError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { namedVersion } from "../versions/named.ts";
import type { CommandRun } from "./command.ts";

/** Beside the sources and beside the bundle, `schemas/` is two folders up. */
const here = typeof __dirname === "string" ? __dirname : import.meta.dirname;

const run: CommandRun = async ([asked = ""], _options, io) => {
  const { label } = namedVersion(asked);
  const read = await readInput({ file: join(here, "..", "..", "schemas", `${label}.json`), root: undefined });
  if ("fault" in read) throw new InputError(read.fault.sentence);
  io.stdout.write(read.bytes.toString("utf8"));
  return exitCodes.fine;
};

export default run;
