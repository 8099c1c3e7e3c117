import { UsageError } from "../errors.ts";
import { readJsonFile, readStdin } from "./json-source.ts";
import { refuseEncrypted, type Session } from "./session.ts";
import { sourceName } from "./source-files.ts";
import type { SqliteSource } from "./sqlite-source.ts";

export interface SourceOptions {
  /** `--session`: a JSON file, `-`, `sqlite:FILE[#SESSION_ID]`, or `none`. */
  readonly source: string;
  readonly table?: string | undefined;
  /** The session id of the record in the checkpoint, if there is one. */
  readonly wanted: string | null;
}

/** Reads the session that a resume would be given; null for `none` (detached). Throws InputError or UsageError. */
export async function readSession({ source, table, wanted }: SourceOptions): Promise<Session | null> {
  const name = sourceName(source);
  if (name.kind === "none") return null;
  if (table !== undefined && name.kind !== "sqlite")
    throw new UsageError("--table belongs to a session of the form sqlite:FILE");
  const session =
    name.kind === "sqlite"
      ? await readDatabase({ file: name.file, id: name.id, table }, wanted)
      : name.kind === "stdin"
        ? readStdin()
        : await readJsonFile(name.file);
  refuseEncrypted(session.items, source);
  return session;
}

/** SQLite is loaded only for a session that is a database. */
async function readDatabase(source: SqliteSource, wanted: string | null): Promise<Session> {
  const { readSqlite } = await import("./sqlite-source.ts");
  return readSqlite(source, wanted);
}
