import { join } from "node:path";
import { readInput } from "../document/read-input.ts";
import { InputError, UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { nearestWord } from "../nearest.ts";
import { draftVersion, findVersion, versions } from "../versions/registry.ts";
import type { CommandRun } from "./command.ts";

/** Beside the sources and beside the bundle, `schemas/` is two folders up. */
const here = typeof __dirname === "string" ? __dirname : import.meta.dirname;

const run: CommandRun = async ([label = ""], _options, io) => {
  if (findVersion(label) === undefined) {
    const labels = [...versions, draftVersion].map((known) => known.label);
    throw new UsageError(`no schema version ${label}; the nearest is ${nearestWord(label, labels) ?? labels.at(-2)}`);
  }
  const read = await readInput({ file: join(here, "..", "..", "schemas", `${label}.json`), root: undefined });
  if ("fault" in read) throw new InputError(read.fault.sentence);
  io.stdout.write(read.bytes.toString("utf8"));
  return exitCodes.fine;
};

export default run;
