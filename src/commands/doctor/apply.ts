import { type Assumption, assumeOption, type Cause, type Repair } from "../../doctor/cause.ts";
import { repaired } from "../../doctor/check.ts";
import { createFile } from "../../document/files/create-file.ts";
import { identityOf } from "../../document/files/identity.ts";
import { rewrap } from "../../document/wrapper.ts";
import { InputError, UsageError } from "../../errors.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { Io } from "../../io.ts";
import { plural } from "../../plural.ts";
import { repairJson } from "../../report/doctor/json.ts";
import { changeText } from "../../report/doctor/text.ts";
import { dataFormat } from "../../report/options.ts";
import { wrap } from "../../report/terminal/layout.ts";
import { safeJson, safeText } from "../../report/terminal/safe-text.ts";
import { shellWord } from "../../shell-word.ts";
import type { CommonOptions } from "../command.ts";
import type { OneCheckpoint } from "../inputs/one-checkpoint.ts";
import { bytesFor, modeOf, openPlaced, place } from "../migrate/place.ts";

export interface ApplyOptions extends CommonOptions {
  readonly apply?: string;
  readonly out?: string;
  readonly write: boolean;
  readonly assume?: readonly string[];
}

/** Throws UsageError for what only a repair that is applied can use. */
export function checkApplyOptions({ apply, out, write, assume }: ApplyOptions): void {
  if (apply !== undefined) return;
  const idle = Object.entries({ out, write, assume }).find(([, value]) => value !== undefined && value !== false);
  if (idle !== undefined)
    throw new UsageError(`--${idle[0]} belongs to --apply REPAIR; without it doctor only reports`);
}

/** What a value of each looks like. */
const assumable: Readonly<Record<Assumption["key"], RegExp>> = {
  owner: /\S/,
  recipient: /\S\/.*\S/s,
  session: /\S/,
};

function isAssumable(key: string): key is Assumption["key"] {
  return Object.hasOwn(assumable, key);
}

/** What an operator states with `--assume KEY=VALUE`, by key. Throws UsageError. */
export function assumptionsOf(stated: readonly string[]): Map<string, string> {
  return new Map(
    stated.map((text) => {
      const cut = text.indexOf("=");
      const key = text.slice(0, Math.max(cut, 0));
      if (!isAssumable(key))
        throw new UsageError(
          `--assume takes owner=AGENT, recipient=SERVER/TOOL or session=ID, not ${JSON.stringify(text)}`,
        );
      const value = text.slice(cut + 1);
      if (!assumable[key].test(value))
        throw new UsageError(
          `--assume ${key}= needs a value: ${key === "recipient" ? "SERVER/TOOL" : "a text that is not empty"}`,
        );
      return [key, value];
    }),
  );
}

/** Writes the repaired checkpoint, and prints what a person has to change in the session: that is never written. */
export async function applyRepair(
  opened: OneCheckpoint,
  causes: readonly Cause[],
  assume: ReadonlyMap<string, string>,
  options: ApplyOptions & { apply: string },
  io: Io,
): Promise<number> {
  const repair = chosen(causes, options.apply);
  const { assumes } = repair;
  if (assumes !== null && !assume.has(assumes.key))
    throw new UsageError(
      `${repair.id} rests on what the file does not prove; state it with --assume ${assumes.key}=${shellWord(assumeOption(assumes).value)}`,
    );
  const written = repair.edits.length === 0 ? null : await writeRepaired(opened, repair, options);
  io.stdout.write(dataFormat(options) === undefined ? asText(repair, written, io) : asJson(opened, repair, written));
  return exitCodes.fine;
}

function chosen(causes: readonly Cause[], id: string): Repair {
  const repairs = causes.flatMap((cause) => cause.repairs);
  const repair = repairs.find((one) => one.id === id);
  if (repair !== undefined) return repair;
  const known =
    repairs.length === 0 ? "none is offered for this file" : `offered here: ${repairs.map((one) => one.id).join(", ")}`;
  throw new UsageError(`no repair ${JSON.stringify(id)}; ${known}`);
}

async function writeRepaired(opened: OneCheckpoint, repair: Repair, { out, write }: ApplyOptions): Promise<string> {
  const { entry, read, wrapper, seen } = opened;
  const result = "document" in read ? repaired(read.document, repair.edits) : null;
  if (result === null) throw new InputError(`${entry.file} cannot be edited`);
  const text = wrapper === undefined ? result.text : rewrap(wrapper, result.text);
  if (write && (out === undefined || identityOf(out) === identityOf(entry.file))) {
    if (seen === undefined) throw new UsageError("standard input has no file to write; use --out");
    return fail(
      await place({ entry, seen, text, changed: true }, { kind: "write", backup: false }, openPlaced([])),
      entry.file,
    );
  }
  if (out === undefined)
    throw new UsageError(
      "--apply writes the repaired checkpoint: say where with --out FILE, or --write for the original",
    );
  if (identityOf(out) === identityOf(entry.file))
    throw new UsageError(`--out names the original; --write says that it may be replaced`);
  const done = createFile(out, await bytesFor(out, text), { ...modeOf(seen), force: write });
  if ("fault" in done && done.fault.kind === "exists")
    throw new InputError(`${out} exists with other content; --write writes over it`);
  return fail("fault" in done ? done.fault : undefined, out);
}

function fail(fault: { readonly sentence: string } | undefined, file: string): string {
  if (fault !== undefined) throw new InputError(fault.sentence);
  return file;
}

function asJson({ entry }: OneCheckpoint, repair: Repair, written: string | null): string {
  return `${safeJson({ file: entry.file, written }).slice(0, -1)},"repair":${repairJson(repair)}}\n`;
}

function asText(repair: Repair, written: string | null, io: Io): string {
  const { columns } = io.stdout;
  let text =
    written === null
      ? "The checkpoint stays as it is.\n"
      : `${safeText(written)}: written, ${plural(repair.edits.length, "edit")} (${safeText(repair.id)})\n`;
  if (repair.session.length > 0) {
    text += wrap("Make these changes in the session yourself, one after the other (items count from 0):", columns);
    for (const change of repair.session) text += changeText(change, true, "  ");
  }
  return text + wrap(`Risk: ${safeText(repair.risk)}`, columns);
}
