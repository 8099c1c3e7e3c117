import { InputError } from "../errors.ts";
import { named } from "../named.ts";
import { plural } from "../plural.ts";
import { copyDatabase } from "./database-file.ts";
import type { RawItem } from "./raw-item.ts";
import { itemOfText, textOfBytes } from "./row-text.ts";
import type { Session } from "./session.ts";
import { openDatabase, type Query, type Row } from "./sqlite-engine.ts";
import { notesOfSkipped } from "./store-rows.ts";

const defaultTable = "agent_messages";
const mostIds = 10;

export interface SqliteSource {
  readonly file: string;
  /** What stands behind `#`; undefined: the session that the record names, or the only one. */
  readonly id: string | undefined;
  readonly table: string | undefined;
}

/** Reads one session of a SQLite store: SQLiteSession, AdvancedSQLiteSession (branch `main`), SQLAlchemySession. `wanted` is the session
 * that the record names. Throws InputError, with the ids that do exist when the one asked for does not. */
export async function readSqlite(source: SqliteSource, wanted: string | null): Promise<Session> {
  const { bytes, notes } = copyDatabase(source.file);
  // A database that was never written to is an empty file.
  if (bytes.length === 0) return { id: source.id ?? wanted, items: [], notes: [...notes, `${source.file} is empty.`] };
  const query = await openDatabase(bytes, source.file);
  try {
    return readTables(query, source, wanted, notes);
  } finally {
    query.close();
  }
}

function readTables(query: Query, source: SqliteSource, wanted: string | null, notes: readonly string[]): Session {
  const asked = source.table ?? defaultTable;
  const tables = query
    .rows("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    .map(([name]) => String(name));
  // SQLite knows a table by its name in any case.
  const table = tables.find((name) => name.toLowerCase() === asked.toLowerCase());
  if (table === undefined) {
    if (tables.length > 0) throw noTable(query, source, asked, tables);
    return {
      id: source.id ?? wanted,
      items: [],
      notes: [...notes, `${source.file} has no tables yet: every session in it is empty.`],
    };
  }
  const ids = idsOf(query, table, tables);
  const id = chooseId(source, wanted, ids);
  const branched = tables.includes("message_structure") && isBranched(query, id);
  const rows = query.rows(historySql(query, table, branched), [id]);
  const items: RawItem[] = [];
  for (const [data] of rows) {
    const item = itemOfRow(data, source.file);
    if (item !== undefined) items.push(item);
  }
  const told = [
    ...notes,
    ...notesOfSkipped(rows.length - items.length, rows.length),
    ...(tables.includes("message_structure") ? notesOfBranches(query, table, id, branched) : []),
  ];
  return { id, items, notes: told };
}

/** A row is text or bytes; anything else the SDK skips. */
function itemOfRow(data: Row[number] | undefined, file: string): RawItem | undefined {
  if (typeof data !== "string" && !(data instanceof Uint8Array)) return undefined;
  return itemOfText(typeof data === "string" ? data.slice(1) : textOfBytes(data, file), `a row of ${file}`);
}

/** The order of `get_items`: `id`; `created_at, id` for SQLAlchemySession; the branch's own sequence for AdvancedSQLiteSession, whose
 * current branch is not in the file: a new object starts on `main`. */
function historySql(query: Query, table: string, branched: boolean): string {
  const messages = quote(table);
  if (branched) {
    return (
      `SELECT ${dataIn("m.message_data")} FROM ${messages} m JOIN message_structure s ON m.id = s.message_id ` +
      "WHERE m.session_id = ? AND s.branch_id = 'main' ORDER BY s.sequence_number"
    );
  }
  const order = isSqlAlchemy(query, table) ? "created_at, id" : "id";
  return `SELECT ${dataIn("message_data")} FROM ${messages} WHERE session_id = ? ORDER BY ${order}`;
}

/** A file can hold sessions of both classes: AdvancedSQLiteSession gives each of its items a place, a SQLiteSession's have none. */
function isBranched(query: Query, id: string): boolean {
  return query.rows("SELECT 1 FROM message_structure WHERE session_id = ? LIMIT 1", [id]).length > 0;
}

/** What another class, or the same one on another branch, would read. */
function notesOfBranches(query: Query, table: string, id: string, branched: boolean): string[] {
  const notes: string[] = [];
  const others = query
    .rows("SELECT DISTINCT branch_id FROM message_structure WHERE session_id = ? AND branch_id <> 'main'", [id])
    .map(([branch]) => JSON.stringify(String(branch)));
  if (others.length > 0)
    notes.push(
      `This is branch main, where a new AdvancedSQLiteSession starts. For ${named(others, mostIds)}, save what get_items() returns on that branch as JSON.`,
    );
  const outside = query.rows(
    `SELECT 1 FROM ${quote(table)} m WHERE session_id = ? AND NOT EXISTS (SELECT 1 FROM message_structure s WHERE s.message_id = m.id)`,
    [id],
  ).length;
  if (outside > 0)
    notes.push(
      branched
        ? `Without ${plural(outside, "row")} of a SQLiteSession, on no branch: AdvancedSQLiteSession leaves them out.`
        : "These are the rows of a SQLiteSession. An AdvancedSQLiteSession with this id finds none of them: they have no place on a branch.",
    );
  return notes;
}

/** A text comes behind an `x`: the engine would take off its byte order mark. */
function dataIn(column: string): string {
  return `CASE typeof(${column}) WHEN 'text' THEN 'x' || ${column} ELSE ${column} END`;
}

/** SQLAlchemy declares VARCHAR where the SDK's own SQL says TEXT. */
function isSqlAlchemy(query: Query, table: string): boolean {
  return query
    .rows(`PRAGMA table_info(${quote(table)})`)
    .some(([, name, type]) => name === "session_id" && /^VARCHAR/i.test(String(type)));
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function idsOf(query: Query, table: string, tables: readonly string[]): string[] {
  const sources = [`SELECT session_id FROM ${quote(table)}`];
  if (table.toLowerCase() === defaultTable && tables.includes("agent_sessions"))
    sources.push("SELECT session_id FROM agent_sessions");
  return query.rows(`${sources.join(" UNION ")} ORDER BY 1`).map(([id]) => String(id));
}

/** A session without rows is an empty session to the SDK; beside other sessions it is far more likely a slip. */
function chooseId(source: SqliteSource, wanted: string | null, ids: readonly string[]): string {
  const asked = source.id ?? wanted ?? undefined;
  if (asked !== undefined && (ids.length === 0 || ids.includes(asked))) return asked;
  if (asked === undefined && ids.length === 1) return ids[0] as string;
  const list = named(
    ids.map((id) => JSON.stringify(id)),
    mostIds,
  );
  if (asked === undefined && ids.length === 0)
    throw new InputError(
      `${source.file} has no sessions yet: name the one that the resume is given with sqlite:${source.file}#SESSION_ID, and it counts as empty`,
    );
  if (asked === undefined)
    throw new InputError(`say which session with sqlite:${source.file}#SESSION_ID: it has ${list}`);
  throw new InputError(
    `${source.file} has no session ${JSON.stringify(asked)}: it has ${list}; choose one with #SESSION_ID`,
  );
}

function noTable(query: Query, source: SqliteSource, table: string, tables: readonly string[]): InputError {
  const fitting = tables.filter((name) => {
    const columns = query.rows(`PRAGMA table_info(${quote(name)})`).map((row) => row[1]);
    return columns.includes("session_id") && columns.includes("message_data");
  });
  const way =
    fitting.length > 0
      ? `its session items are read with --table ${fitting.join(" or --table ")}`
      : "no table in it holds session items";
  return new InputError(`${source.file} has no table ${table}; ${way}`);
}
