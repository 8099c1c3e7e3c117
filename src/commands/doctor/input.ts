import type { BigIntStats } from "node:fs";
import { decode } from "../../document/decode.ts";
import type { Document } from "../../document/document.ts";
import { type InputEntry, listInputs } from "../../document/files/inputs.ts";
import { readInput } from "../../document/files/read-input.ts";
import { isManifest } from "../../document/manifest.ts";
import { parseDocument } from "../../document/parse.ts";
import type { TextFault } from "../../document/text-fault.ts";
import { unwrap, type Wrapper } from "../../document/wrapper.ts";
import { InputError, UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import type { CommonOptions } from "../command.ts";
import { onlyManifests } from "../inputs/checkpoints.ts";
import { pointersOf } from "../pointers.ts";

/** The one checkpoint of the command line, with what writing it back needs. */
export interface OpenCheckpoint {
  readonly entry: InputEntry;
  readonly seen: BigIntStats | undefined;
  readonly wrapper: Wrapper | undefined;
  readonly read: { readonly document: Document } | { readonly fault: TextFault };
}

/** Throws UsageError for several inputs, InputError when it cannot be read. */
export async function openCheckpoint(
  paths: readonly string[],
  { at, targets = [] }: Pick<CommonOptions, "at" | "targets">,
  io: Io,
): Promise<OpenCheckpoint> {
  if (at !== undefined) pointersOf("--at", [at]);
  if (paths.length === 0 && io.stdinIsTty)
    throw new UsageError("no input: name a checkpoint, pipe one in, or give --error");
  const [entry, ...more] = await listInputs(paths, { targets });
  if (entry === undefined || more.length > 0) throw new UsageError("doctor takes one checkpoint; name one file");
  const input = await readInput(entry);
  if ("fault" in input) throw new InputError(input.fault.sentence);
  const text = decode(input.bytes);
  const opened = { entry, seen: input.seen, wrapper: undefined };
  const outer = "fault" in text ? text : parseDocument(text.text);
  if ("fault" in outer) return { ...opened, read: { fault: outer.fault as TextFault } };
  if (entry.root !== undefined && isManifest(outer.document.value)) throw new InputError(onlyManifests(paths));
  if (at === undefined) return { ...opened, read: outer };
  const inner = unwrap(outer.document, at);
  if ("missing" in inner) throw new InputError(`${entry.file} has nothing at ${at}`);
  return "fault" in inner ? { ...opened, read: inner } : { ...opened, wrapper: inner.wrapper, read: inner };
}
