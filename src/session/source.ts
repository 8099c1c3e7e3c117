import { existsSync } from "node:fs";
import { UsageError } from "../errors.ts";
import { readJsonFile, readStdin } from "./json-source.ts";
import { refuseEncrypted, type Session } from "./session.ts";
import type { SqliteSource } from "./sqlite-source.ts";

const SQLITE = "sqlite:";

export interface SourceOptions {
  /** `--session`: a JSON file, `-`, `sqlite:FILE[#SESSION_ID]`, or `none`. */
  readonly source: string;
  readonly table?: string | undefined;
  /** The session id of the record in the checkpoint, if there is one. */
  readonly wanted: string | null;
}

/** Reads the session that a resume would be given; null for `none` (detached). Throws InputError or UsageError. */
export async function readSession({ source, table, wanted }: SourceOptions): Promise<Session | null> {
  if (source === "none") return null;
  if (table !== undefined && !source.startsWith(SQLITE))
    throw new UsageError("--table belongs to a session of the form sqlite:FILE.");
  const session = source.startsWith(SQLITE)
    ? await readDatabase(sqliteSource(source.slice(SQLITE.length), table), wanted)
    : source === "-"
      ? readStdin()
      : readJsonFile(source);
  refuseEncrypted(session.items, source);
  return session;
}

/** SQLite is loaded only for a session that is a database. */
async function readDatabase(source: SqliteSource, wanted: string | null): Promise<Session> {
  const { readSqlite } = await import("./sqlite-source.ts");
  return readSqlite(source, wanted);
}

/** File names may hold a `#` too: the whole text is the file when there is one of that name. */
function sqliteSource(text: string, table: string | undefined): SqliteSource {
  const mark = text.lastIndexOf("#");
  if (mark === -1 || existsSync(text)) return { file: text, id: undefined, table };
  return { file: text.slice(0, mark), id: text.slice(mark + 1), table };
}
