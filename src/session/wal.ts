import { InputError } from "../errors.ts";

/** A SQLite database in WAL mode is two files: committed pages wait in `-wal` until a checkpoint copies them. Source: the SQLite
 * file format, sections 4.1–4.4 (write-ahead log). */

const headerBytes = 32;
const frameHeaderBytes = 24;
/** The lowest bit of the magic number says in which byte order checksums are computed. */
const magicNumber = 0x377f0682;

/** The first 32 bytes: magic, format, page size, checkpoint number, two salts, checksum. They change when the log starts over. */
export function walHeaderOf(wal: Uint8Array): Uint8Array {
  return wal.subarray(0, headerBytes);
}

/** Pages that a transaction freed before they were ever written count too: a database is larger than what was written of it, but not
 * boundlessly. */
const unwritten = 1 << 24;

/** The database with every committed frame of the log laid over it, as one file in memory that no log belongs to. Throws InputError when a
 * commit claims a size that no writing has led to: `name` is the file. */
export function withWal(database: Uint8Array, wal: Uint8Array, name: string): Uint8Array {
  const { pages, pageSize, pageCount } = committedPages(wal);
  if (pageCount * pageSize > 2 * (database.length + wal.length) + unwritten) {
    throw new InputError(`${name}-wal is damaged: it claims a database of ${pageCount} pages`);
  }
  let merged = database.slice();
  if (pageCount > 0) {
    merged = new Uint8Array(pageCount * pageSize);
    merged.set(database.subarray(0, merged.length));
    for (const [page, content] of pages) if (page <= pageCount) merged.set(content, (page - 1) * pageSize);
  }
  return asPlainDatabase(merged);
}

/** Bytes 18 and 19 say "WAL"; 1 is the journal format, which a database in memory can be opened with. */
export function asPlainDatabase(database: Uint8Array): Uint8Array {
  if (database.length >= 20) database.fill(1, 18, 20);
  return database;
}

export function isWalDatabase(database: Uint8Array): boolean {
  return database[18] === 2 && database[19] === 2;
}

interface Committed {
  readonly pages: ReadonlyMap<number, Uint8Array>;
  readonly pageSize: number;
  /** Size of the database in pages after the last commit; 0 when nothing is committed. */
  readonly pageCount: number;
}

/** Frames count while their salts are the header's and the running checksum fits; those behind the last commit do not. */
function committedPages(wal: Uint8Array): Committed {
  const view = new DataView(wal.buffer, wal.byteOffset, wal.byteLength);
  const pages = new Map<number, Uint8Array>();
  const none: Committed = { pages, pageSize: 0, pageCount: 0 };
  if (wal.length < headerBytes || (view.getUint32(0) & ~1) >>> 0 !== magicNumber) return none;
  const littleEndian = view.getUint32(0) === magicNumber;
  const pageSize = view.getUint32(8);
  if (pageSize < 512 || pageSize > 65536 || (pageSize & (pageSize - 1)) !== 0) return none;
  let sum = checksum(view, 0, headerBytes - 8, [0, 0], littleEndian);
  if (!sameSum(view, 24, sum)) return none;
  const waiting = new Map<number, Uint8Array>();
  let pageCount = 0;
  for (let at = headerBytes; at + frameHeaderBytes + pageSize <= wal.length; at += frameHeaderBytes + pageSize) {
    if (view.getUint32(at + 8) !== view.getUint32(16) || view.getUint32(at + 12) !== view.getUint32(20)) break;
    sum = checksum(view, at, 8, sum, littleEndian);
    sum = checksum(view, at + frameHeaderBytes, pageSize, sum, littleEndian);
    if (!sameSum(view, at + 16, sum)) break;
    // Pages count from 1 (`walDecodeFrame` of SQLite ends the log at another number).
    if (view.getUint32(at) === 0) break;
    waiting.set(view.getUint32(at), wal.subarray(at + frameHeaderBytes, at + frameHeaderBytes + pageSize));
    const size = view.getUint32(at + 4);
    if (size === 0) continue;
    pageCount = size;
    for (const [page, content] of waiting) pages.set(page, content);
    waiting.clear();
  }
  return { pages, pageSize, pageCount };
}

type Sum = readonly [number, number];

function checksum(view: DataView, from: number, length: number, start: Sum, littleEndian: boolean): Sum {
  let [first, second] = start;
  for (let at = from; at < from + length; at += 8) {
    first = (first + view.getUint32(at, littleEndian) + second) >>> 0;
    second = (second + view.getUint32(at + 4, littleEndian) + first) >>> 0;
  }
  return [first, second];
}

function sameSum(view: DataView, at: number, sum: Sum): boolean {
  return view.getUint32(at) === sum[0] && view.getUint32(at + 4) === sum[1];
}
