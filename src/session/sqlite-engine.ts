import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import initSqlJs, { type Database } from "sql.js";
import { InputError } from "../errors.ts";

/** Where `sql-wasm.wasm` may lie: beside the bundles (the build copies it to dist/), or in the package, for a checkout's tests. */
const wasmFolders = [".", "..", "../../node_modules/sql.js/dist"];

function readWasm(): Uint8Array {
  for (const folder of wasmFolders) {
    const file = join(__dirname, folder, "sql-wasm.wasm");
    if (existsSync(file)) return readFileSync(file);
  }
  throw new Error("sql-wasm.wasm is missing: the build copies it to dist/");
}

export type Row = (string | number | Uint8Array | null)[];

/** A database in memory. */
export interface Query {
  /** All rows. */
  rows(sql: string, values?: readonly (string | number)[]): Row[];
  close(): void;
}

/** Opens the bytes of a database. `name` is for messages. Throws InputError when SQLite cannot read them. */
export async function openDatabase(bytes: Uint8Array, name: string): Promise<Query> {
  const sql = await initSqlJs({ wasmBinary: readWasm() });
  const database = new sql.Database(bytes);
  return { rows: (text, values = []) => rowsOf(database, text, values, name), close: () => database.close() };
}

function rowsOf(database: Database, text: string, values: readonly (string | number)[], name: string): Row[] {
  try {
    const statement = database.prepare(text);
    statement.bind(values);
    const rows: Row[] = [];
    while (statement.step()) rows.push(statement.get());
    statement.free();
    return rows;
  } catch (error) {
    throw new InputError(`SQLite cannot read ${name}: ${error instanceof Error ? error.message : "unknown error"}`);
  }
}
