import type { BigIntStats } from "node:fs";
import type { Checkpoint } from "../../document/checkpoint.ts";
import { decode } from "../../document/decode.ts";
import { type InputEntry, listInputs } from "../../document/files/inputs.ts";
import { readInput } from "../../document/files/read-input.ts";
import { holdsManifest } from "../../document/manifest.ts";
import type { Wrapper } from "../../document/wrapper.ts";
import { InputError, UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { checkInputs, checkpointIn, type InputOptions, nothingThere, onlyManifests, parsed } from "./checkpoints.ts";

/** The one checkpoint of a command line, with what writing it back needs. */
export interface OneCheckpoint extends Checkpoint {
  readonly entry: InputEntry;
  /** What the file was when it was read; undefined for standard input. */
  readonly seen: BigIntStats | undefined;
  /** What stands around it, under `--at`. */
  readonly wrapper: Wrapper | undefined;
}

/** Reads the checkpoint that the operands name; throws UsageError when they name none or several, InputError when it cannot be read.
 * `wanted` says what else could be given. */
export async function readOneCheckpoint(
  paths: readonly string[],
  options: InputOptions,
  io: Io,
  wanted = "name a checkpoint, or pipe one in",
): Promise<OneCheckpoint> {
  checkInputs(paths, options, io, wanted);
  const [entry, ...more] = await listInputs(paths, options);
  if (entry === undefined || more.length > 0) throw new UsageError("this command takes one checkpoint; name one file");
  const input = await readInput(entry);
  if ("fault" in input) throw new InputError(input.fault.sentence);
  const text = decode(input.bytes);
  const outer = "fault" in text ? text : parsed(text.text);
  if (entry.root !== undefined && holdsManifest(outer)) throw new InputError(onlyManifests(paths));
  const read = await checkpointIn(outer, options.at);
  if (read === undefined) throw new InputError(await nothingThere({ file: entry.file, line: null }, outer, options.at));
  return { file: entry.file, line: null, read, entry, seen: input.seen, wrapper: read.wrapper };
}
