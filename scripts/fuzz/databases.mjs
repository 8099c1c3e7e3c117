// SQLite files of sessions, and write-ahead logs whose checksums hold, made to be spoiled afterwards.
import initSqlJs from "sql.js";

const sql = await initSqlJs();

/** The bytes of a database with the table of SQLiteSession. */
export function databaseOf(items, { id = "s", table = "agent_messages", pageSize = 1024 } = {}) {
  const database = new sql.Database();
  database.run(`PRAGMA page_size=${pageSize}`);
  database.run("CREATE TABLE agent_sessions (session_id TEXT PRIMARY KEY)");
  database.run(`CREATE TABLE "${table}" (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, message_data TEXT)`);
  for (const item of items) database.run(`INSERT INTO "${table}" (session_id, message_data) VALUES (?, ?)`, [id, item]);
  const bytes = Buffer.from(database.export());
  database.close();
  return bytes;
}

/** A log that holds every page of a database, in frames with right checksums; `pageCount` is what its commit claims, `firstPage` the
 * number of its first page. */
export function walOf(database, { pageSize = 1024, pageCount = database.length / pageSize, firstPage = 1 } = {}) {
  const header = Buffer.alloc(32);
  for (const [at, word] of [0x377f0682, 3007000, pageSize, 1, 0x11111111, 0x22222222].entries())
    header.writeUInt32BE(word, at * 4);
  let sum = checksum(header.subarray(0, 24), [0, 0]);
  putSum(header, 24, sum);
  const frames = [header];
  for (let at = 0; at * pageSize < database.length; at++) {
    const frame = Buffer.alloc(24 + pageSize);
    frame.writeUInt32BE((at + firstPage) >>> 0, 0);
    const isLast = (at + 1) * pageSize >= database.length;
    frame.writeUInt32BE(isLast ? pageCount >>> 0 : 0, 4);
    frame.writeUInt32BE(0x11111111, 8);
    frame.writeUInt32BE(0x22222222, 12);
    database.copy(frame, 24, at * pageSize, (at + 1) * pageSize);
    sum = checksum(frame.subarray(24), checksum(frame.subarray(0, 8), sum));
    putSum(frame, 16, sum);
    frames.push(frame);
  }
  return Buffer.concat(frames);
}

function checksum(bytes, [a, b]) {
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + bytes.readUInt32LE(at) + b) >>> 0;
    b = (b + bytes.readUInt32LE(at + 4) + a) >>> 0;
  }
  return [a, b];
}

function putSum(bytes, at, [a, b]) {
  bytes.writeUInt32BE(a, at);
  bytes.writeUInt32BE(b, at + 4);
}
