import { atOnce } from "../../at-once.ts";
import type { Checkpoint, Named } from "../../document/checkpoint.ts";
import { keepHeapSmall } from "../../document/engine.ts";
import { faultOfError, inputFault } from "../../document/files/input-fault.ts";
import { type InputEntry, listInputs, stdinName } from "../../document/files/inputs.ts";
import { type LineOptions, openLines } from "../../document/files/metered-lines.ts";
import type { NdjsonLine } from "../../document/files/ndjson.ts";
import { readText } from "../../document/files/read-input.ts";
import { holdsManifest } from "../../document/manifest.ts";
import { parseDocument } from "../../document/parse.ts";
import { nothingAt, type TextFault } from "../../document/text-fault.ts";
import type { Wrapper } from "../../document/wrapper.ts";
import { UsageError } from "../../errors.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { Io } from "../../io.ts";
import { nameOf } from "../../report/terminal/name.ts";
import { type CommonOptions, complain, worse } from "../command.ts";
import { pointersOf } from "../options/values.ts";

/** The options that say which inputs there are, and where in them. */
export type InputOptions = Pick<CommonOptions, "ignore" | "ndjson" | "at" | "targets">;

/** A text as a document; what is none is kept. */
export function parsed(text: string): Checkpoint["read"] {
  const read = parseDocument(text);
  return "fault" in read ? { fault: read.fault, text } : read;
}

/** What was read, of `--at` with the wrapper around it. */
type Inner = Checkpoint["read"] & { readonly wrapper?: Wrapper };

/** The checkpoint inside what was read, at `--at` when that is given; undefined when there is no such place. */
export async function checkpointIn(read: Checkpoint["read"], at: string | undefined): Promise<Inner | undefined> {
  if (at === undefined || "fault" in read) return read;
  const { unwrap } = await import("../../document/wrapper.ts");
  const inner = unwrap(read.document, at);
  return "missing" in inner ? undefined : inner;
}

/** Throws UsageError when there is nothing to read, with what is wanted, or when `--at` is no pointer. */
export function checkInputs(
  paths: readonly string[],
  { at }: Pick<CommonOptions, "at">,
  io: Io,
  wanted = "name files or folders, or pipe a checkpoint in",
): void {
  if (at !== undefined) pointersOf("--at", [at]);
  if (paths.length === 0 && io.stdinIsTty) throw new UsageError(`no input: ${wanted}`);
  // A printed command names standard input too, where the run before had a pipe.
  if (!paths.includes(stdinName) || !io.stdinIsTty) return;
  io.stderr.write("note: - is this terminal: paste the checkpoint and end with Ctrl-D, or pipe it in\n");
  io.stderr.flush();
}

/** One input as it was read: its text, why its bytes are none, or why it cannot be used at all (a sentence). */
export type Found = Named & { readonly isWalked?: boolean } & (
    | { readonly text: string }
    | { readonly fault: TextFault }
    | { readonly unusable: string }
  );

/** A checkpoint of the inputs, of `--at` with what stands around it. */
export interface FoundCheckpoint extends Checkpoint {
  readonly read: Inner;
  /** All that the input held; empty for bytes that are no text. */
  readonly input: string;
}

/** The checkpoint in what was read, or the sentence that complains about it; undefined for the manifest of a corpus in a walked folder. */
export async function checkpointOf(
  found: Found,
  at: string | undefined,
): Promise<FoundCheckpoint | string | undefined> {
  if ("unusable" in found) return found.unusable;
  const { file, line } = found;
  const outer = "fault" in found ? { fault: found.fault } : parsed(found.text);
  const input = "fault" in found ? "" : found.text;
  if (found.isWalked === true && holdsManifest(outer)) return undefined;
  const read = await checkpointIn(outer, at);
  if (read !== undefined) return { file, line, read, input };
  // A file of its own is named wrongly; a row among others is a result like theirs.
  return line === null ? nothingThere(found, outer, at) : { file, line, read: { fault: nothingAt(at ?? "") }, input };
}

/** Answers to all checkpoints among some inputs at once; what is none has its sentence, or undefined when it is left out. */
export async function answerAtOnce<Answer>(
  batch: readonly Found[],
  at: string | undefined,
  answer: (checkpoints: readonly FoundCheckpoint[]) => readonly Answer[],
): Promise<(Answer | string | undefined)[]> {
  const read: (FoundCheckpoint | string | undefined)[] = [];
  for (const found of batch) read.push(await checkpointOf(found, at));
  return atOnce(read, (one) => typeof one === "object", answer);
}

/** The complaint about a file without anything at `--at`, with the place that is meant if it is seen. */
export async function nothingThere(named: Named, outer: Checkpoint["read"], at = ""): Promise<string> {
  const { suggestAt } = await import("../../document/wrapper.ts");
  const there = "document" in outer ? suggestAt(outer.document.value)?.pointer : undefined;
  const hint = there === undefined ? "" : there === "" ? "; leave --at out" : `; a checkpoint stands at ${there}`;
  return `${nameOf(named)} has nothing at ${at}${hint}`;
}

/** The complaint about folders that hold nothing else. */
export function onlyManifests(paths: readonly string[]): string {
  return inputFault(paths.join(", "), "no-match", " but the manifest of a corpus").sentence;
}

/** Reads every checkpoint that the operands name, in order, one at a time. An input that cannot be used is complained about and
 * the others go on, and so does the next one when what `visit` gave is done. Returns 0, or 2 when there was such an input. */
export async function visitCheckpoints(
  paths: readonly string[],
  options: InputOptions,
  io: Io,
  visit: (checkpoint: Checkpoint, fraction: number | undefined) => unknown,
): Promise<number> {
  let code: number = exitCodes.fine;
  let count = 0;
  let isLeftOut = false;
  await visitFound(paths, options, io, async (found, fraction) => {
    const checkpoint = await checkpointOf(found, options.at);
    if (checkpoint === undefined) {
      isLeftOut = true;
      return;
    }
    count++;
    if (typeof checkpoint === "string") code = worse(code, complain(io, checkpoint));
    else await visit(checkpoint, fraction);
  });
  return isLeftOut && count === 0 ? complain(io, onlyManifests(paths)) : code;
}

/** The same before anything is parsed: inputs that cannot be used come in their place. `onPause`: what comes next may have to be waited for. */
export async function visitFound(
  paths: readonly string[],
  options: InputOptions,
  io: Io,
  visit: Visit,
  onPause?: () => Promise<void> | undefined,
): Promise<void> {
  checkInputs(paths, options, io);
  const entries = await listInputs(paths, options);
  if (options.ndjson) return visitEntries(entries, visit, { onPause });
  for (const [at, entry] of entries.entries()) {
    if (entry.isPlain !== true) await onPause?.();
    const fault = await visitFile(entry, { before: at, of: entries.length }, visit);
    if (fault !== undefined) await visit({ file: entry.file, line: null, unusable: fault }, undefined);
  }
}

/** The same for the lines of inputs that are listed already. `lines`: who gets what is no line to visit. */
export async function visitEntries(entries: readonly InputEntry[], visit: Visit, lines: LineOptions): Promise<void> {
  for (const [at, entry] of entries.entries()) {
    const fault = await visitLines(entry, { before: at, of: entries.length }, visit, lines);
    if (fault !== undefined) await visit({ file: entry.file, line: null, unusable: fault }, undefined);
  }
}

type Visit = (found: Found, fraction: number | undefined) => Promise<void> | undefined;

/** The place of an input among all of them. */
interface Share {
  readonly before: number;
  readonly of: number;
}

async function visitFile(entry: InputEntry, { before, of }: Share, visit: Visit): Promise<string | undefined> {
  const text = await readText(entry);
  if ("unusable" in text) return text.unusable.sentence;
  await visit({ file: entry.file, line: null, isWalked: entry.root !== undefined, ...text }, (before + 1) / of);
  return undefined;
}

/** The text of the manifest of a corpus in a walked folder, which need not stand in one line; undefined for every other input. */
async function manifestText(entry: InputEntry): Promise<string | undefined> {
  if (entry.root === undefined || !/(?:^|[/\\])manifest\.json$/.test(entry.file)) return undefined;
  const read = await readText(entry);
  return "text" in read && holdsManifest(parsed(read.text)) ? read.text : undefined;
}

async function visitLines(
  entry: InputEntry,
  { before, of }: Share,
  visit: Visit,
  options: LineOptions,
): Promise<string | undefined> {
  if (entry.fault !== undefined) return entry.fault.sentence;
  const text = await manifestText(entry);
  if (text !== undefined) {
    await visit({ file: entry.file, line: null, isWalked: true, text }, (before + 1) / of);
    return undefined;
  }
  await keepHeapSmall();
  const { lines, fraction } = openLines(entry, options);
  for (;;) {
    const next = await nextLine(entry.file, lines);
    if ("fault" in next) return next.fault.sentence;
    if (next.done === true) return undefined;
    const done = fraction();
    await visit(
      { file: entry.file, isWalked: entry.root !== undefined, ...next.value },
      done === undefined ? undefined : (before + done) / of,
    );
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
