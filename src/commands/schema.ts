import { join } from "node:path";
import { readIfReadable } from "../document/files/small-file.ts";
import { InputError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { namedVersion } from "../versions/named.ts";
import type { CommandRun } from "./command.ts";

/** Beside the sources and beside the bundle, `schemas/` is two folders up. */
const here = typeof __dirname === "string" ? __dirname : import.meta.dirname;

const run: CommandRun = ([asked = ""], _options, io) => {
  const { label } = namedVersion(asked);
  const file = join(here, "..", "..", "schemas", `${label}.json`);
  const text = readIfReadable(file);
  if (text === undefined) throw new InputError(`${file} is missing: it is a part of this program`);
  io.stdout.write(text);
  return exitCodes.fine;
};

export default run;
