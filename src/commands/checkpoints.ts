import { decode } from "../document/decode.ts";
import type { Document } from "../document/document.ts";
import { faultOfError } from "../document/input-fault.ts";
import { type InputEntry, listInputs } from "../document/inputs.ts";
import { type NdjsonLine, readNdjson } from "../document/ndjson.ts";
import { parseDocument } from "../document/parse.ts";
import { pathOf } from "../document/pointer.ts";
import { openInput, readInput } from "../document/read-input.ts";
import type { TextFault } from "../document/text-fault.ts";
import { InputError, UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { type CommonOptions, complain, type Io, worse } from "./command.ts";

/** One checkpoint of the inputs: a document, or why its text is none. `line` counts from 1 under `--ndjson`, else null. */
export interface Checkpoint {
  readonly file: string;
  readonly line: number | null;
  readonly read: { readonly document: Document } | { readonly fault: TextFault };
}

type InputOptions = Pick<CommonOptions, "ignore" | "ndjson" | "at">;

/** The checkpoint inside a text, at `--at` when that is given; undefined when there is no such place. */
async function checkpointIn(text: string, at: string | undefined): Promise<Checkpoint["read"] | undefined> {
  const read = parseDocument(text);
  if (at === undefined || "fault" in read) return read;
  const { unwrap } = await import("../document/wrapper.ts");
  const inner = unwrap(read.document, at);
  return "missing" in inner ? undefined : inner;
}

function checkOptions(paths: readonly string[], options: InputOptions, io: Io): void {
  if (options.at !== undefined && pathOf(options.at) === undefined) {
    throw new UsageError("--at takes a JSON pointer: empty, or each step behind a /");
  }
  if (paths.length === 0 && io.stdinIsTty) {
    throw new UsageError("no input: name files or folders, or pipe a checkpoint in");
  }
}

/** Reads every checkpoint that the operands name, in order, one at a time. An input that cannot be used is complained about and
 * the others go on. Returns 0, or 2 when there was such an input. */
export async function visitCheckpoints(
  paths: readonly string[],
  options: InputOptions,
  io: Io,
  visit: (checkpoint: Checkpoint) => void,
): Promise<number> {
  checkOptions(paths, options, io);
  let code: number = exitCodes.fine;
  const one = async (file: string, line: number | null, text: { text: string } | { fault: TextFault }) => {
    const read = "fault" in text ? text : await checkpointIn(text.text, options.at);
    if (read !== undefined) visit({ file, line, read });
    else code = worse(code, complain(io, `${file}${line === null ? "" : `:${line}`} has nothing at ${options.at}`));
  };
  for (const entry of await listInputs(paths, options)) {
    const fault = options.ndjson === true ? await visitLines(entry, one) : await visitFile(entry, one);
    if (fault !== undefined) code = worse(code, complain(io, fault));
  }
  return code;
}

/** The one checkpoint that the operands name; throws UsageError when they name several, InputError when it cannot be read. */
export async function readOneCheckpoint(paths: readonly string[], options: InputOptions, io: Io): Promise<Checkpoint> {
  checkOptions(paths, options, io);
  const [entry, ...more] = await listInputs(paths, options);
  if (entry === undefined || more.length > 0) throw new UsageError("this command takes one checkpoint; name one file");
  const input = await readInput(entry);
  if ("fault" in input) throw new InputError(input.fault.sentence);
  const text = decode(input.bytes);
  const read = "fault" in text ? text : await checkpointIn(text.text, options.at);
  if (read === undefined) throw new InputError(`${entry.file} has nothing at ${options.at}`);
  return { file: entry.file, line: null, read };
}

type Visit = (file: string, line: number | null, text: { text: string } | { fault: TextFault }) => Promise<void>;

async function visitFile(entry: InputEntry, visit: Visit): Promise<string | undefined> {
  const input = await readInput(entry);
  if ("fault" in input) return input.fault.sentence;
  await visit(entry.file, null, decode(input.bytes));
  return undefined;
}

/** A stream of lines leaves nothing behind, so the young generation need not grow with its length. Not at start-up: V8 would refuse the
 * code that the build kept. */
export async function keepHeapSmall(): Promise<void> {
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--semi-space-growth-factor=1");
}

async function visitLines(entry: InputEntry, visit: Visit): Promise<string | undefined> {
  if (entry.fault !== undefined) return entry.fault.sentence;
  await keepHeapSmall();
  const lines = readNdjson(await openInput(entry));
  for (;;) {
    const next = await nextLine(entry.file, lines);
    if ("fault" in next) return next.fault.sentence;
    if (next.done === true) return undefined;
    await visit(entry.file, next.value.line, next.value);
  }
}

/** Only errors of reading become faults here: one of the visit is a bug and must look like one. */
async function nextLine(file: string, lines: AsyncGenerator<NdjsonLine, void>) {
  try {
    return await lines.next();
  } catch (error) {
    return { fault: faultOfError(file, error) };
  }
}
