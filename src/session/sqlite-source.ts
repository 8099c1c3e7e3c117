import type { Json } from "../document/json.ts";
import { parseDocument } from "../document/parse.ts";
import type { TextFaultRule } from "../document/text-fault.ts";
import { InputError } from "../errors.ts";
import { copyDatabase } from "./database-file.ts";
import type { RawItem } from "./raw-item.ts";
import { textOfBytes } from "./row-text.ts";
import type { Session } from "./session.ts";
import { openDatabase, type Query, type Row } from "./sqlite-engine.ts";

const defaultTable = "agent_messages";
const mostIds = 10;
const tooMuch = new Map<TextFaultRule, string>([
  ["integer-too-long", "an integer of more digits than Python reads"],
  ["nested-too-deep", "JSON nested deeper than Python reads"],
]);

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
  const skipped = rows.length - items.length;
  const told =
    skipped === 0
      ? notes
      : [...notes, `${skipped} of ${rows.length} rows are no JSON: the SDK skips them, and so does this.`];
  return { id, items, notes: told };
}

/** As `json.loads` in `_decode_rows`: text or bytes; anything else, and what is no JSON, is skipped, a text that begins with a byte order
 * mark too. What Python's reader gives up on raises there (0.24.0: ValueError, RecursionError), and so here: throws InputError. */
function itemOfRow(data: Row[number] | undefined, file: string): RawItem | undefined {
  if (typeof data !== "string" && !(data instanceof Uint8Array)) return undefined;
  const text = typeof data === "string" ? data.slice(1) : textOfBytes(data, file);
  const parsed = parseDocument(text);
  if ("fault" in parsed) {
    const beyond = tooMuch.get(parsed.fault.rule);
    if (beyond === undefined) return undefined;
    throw new InputError(
      `${file} has a row with ${beyond}: the SDK's get_items() raises on it, so no resume can read it`,
    );
  }
  const value: Json = parsed.document.value;
  return { text, value };
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
  const named = ids.slice(0, mostIds).map((id) => JSON.stringify(id));
  const list = named.join(", ") + (ids.length > mostIds ? ` and ${ids.length - mostIds} more` : "");
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
