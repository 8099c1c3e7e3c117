import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { errorCode, reasonOf } from "../document/files/system-error.ts";
import { InputError } from "../errors.ts";
import { unreadable } from "./session.ts";
import { asPlainDatabase, isWalDatabase, walHeaderOf, withWal } from "./wal.ts";

const mostAttempts = 5;

export interface DatabaseCopy {
  readonly bytes: Uint8Array;
  readonly notes: readonly string[];
}

/** Copies a SQLite database with its log into memory. Only reads: opening it with SQLite would take locks and leave files beside it.
 * Reads again when a writer changed a size, a time or the log's salts meanwhile. Throws InputError. */
export function copyDatabase(file: string): DatabaseCopy {
  refuseOthers(file);
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const before = stateOf(file);
    const database = tried(file, () => readFileSync(file));
    const wal = readIfThere(`${file}-wal`);
    if (stateOf(file) === before) return merge(file, database, wal);
  }
  throw new InputError(
    `${file} is being written to: it changed ${mostAttempts} times while it was read; try again, or copy it with its -wal`,
  );
}

/** Whether a file begins as every SQLite database does that has a page. */
export function isDatabase(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 16)) === "SQLite format 3\0";
}

/** A pipe cannot be looked at twice. */
function refuseOthers(file: string): void {
  const stats = tried(file, () => statSync(file));
  if (stats.isFile()) return;
  throw unreadable(file, stats.isDirectory() ? "it is a folder" : "it is a pipe or a device, and no file");
}

function merge(file: string, database: Uint8Array, wal: Uint8Array | undefined): DatabaseCopy {
  if (database.length > 0 && !isDatabase(database)) throw new InputError(`${file} is no SQLite database`);
  const notes: string[] = [];
  if (wal === undefined && isWalDatabase(database)) {
    notes.push(
      `${file} is in WAL mode and has no -wal file beside it: if it was copied from a running program, the newest items are missing.`,
    );
  }
  if ((readIfThere(`${file}-journal`)?.length ?? 0) > 0) {
    notes.push(
      `${file} has a -journal file beside it: a transaction was not finished, and what it had written may show.`,
    );
  }
  return { bytes: wal === undefined ? asPlainDatabase(database.slice()) : withWal(database, wal, file), notes };
}

function tried<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw unreadable(file, reasonOf(error, "read"));
  }
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    // A log that is there and cannot be read may hold the newest items.
    if (errorCode(error) !== "ENOENT") throw unreadable(file, reasonOf(error, "read"));
    return undefined;
  }
}

/** Everything whose change means that pages moved: sizes and times of both files, and the log's header. */
function stateOf(file: string): string {
  return [file, `${file}-wal`].map(fileState).join(" ");
}

function fileState(file: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch {
    return "-";
  }
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    if (stats.isDirectory()) return "-";
    const head = Buffer.alloc(32);
    readSync(descriptor, head, 0, head.length, 0);
    const { size, mtimeNs, ino } = stats;
    return `${ino} ${size} ${mtimeNs} ${Buffer.from(walHeaderOf(head)).toString("hex")}`;
  } finally {
    closeSync(descriptor);
  }
}
