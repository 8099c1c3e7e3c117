import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/document/json.ts";
import type { Compaction } from "../../src/settle/world.ts";
import { recordShape } from "../../src/settle/write/record.ts";
import { documentOf } from "../parsed.ts";
import { checkpointWith, ordinary, output, play, sessionFromText } from "./play.ts";

/** What the SDK's releases did (made by running them): one case a line. */
interface Case {
  readonly name: string;
  readonly release: string;
  readonly options: readonly string[];
  readonly whole: boolean;
  readonly kind: string;
  readonly session: { readonly session_id: string; readonly items: JsonObject[] } | null;
  readonly expected: {
    readonly outcomes: readonly string[];
    readonly rows: readonly string[];
    readonly itemsAfter: JsonObject[] | null;
    readonly error?: boolean;
    readonly recordAfter?: JsonObject | null;
    readonly countAfter?: number | null;
    /** Whether the release loaded what it wrote at the end. */
    readonly reloads?: boolean;
    /** What the session was asked first, and how many items its own rule would have counted. */
    readonly compaction?: string;
  };
}

const folder = new URL("../vectors/settle/", import.meta.url);
const cases = readFileSync(new URL("cases.ndjson", folder), "utf8")
  .trim()
  .split("\n")
  .map((line) => ({ ...(JSON.parse(line) as Case), line }));

/** The text of a part of a case: numbers keep their spelling (1.0 is not 1). */
function textAt(line: string, ...path: string[]): string {
  const span = documentOf(line).span(path);
  return line.slice(span?.start, span?.end);
}

/** Without the ids that the stand-in for the Conversations service gives. */
function plain(items: readonly Json[]): unknown[] {
  return items.map((item) =>
    Object.fromEntries(
      Object.entries(item as JsonObject).filter(([key, value]) => !(key === "id" && String(value).startsWith("srv_"))),
    ),
  );
}

/** A whole run went on, and behind what the resumed turn stored stands what later responses made: beyond the `before` items of the session,
 * from the first one on of which the checkpoint knows nothing. The scripted model gives all its messages one id, so they go by their text. */
function withoutLater(items: readonly JsonObject[], before: number, checkpoint: string): readonly JsonObject[] {
  const later = items.findIndex(({ call_id, id, content }, index) => {
    const [part] = Array.isArray(content) ? content : [];
    const identity = call_id ?? (isObject(part) ? part.text : undefined) ?? id;
    return index >= before && typeof identity === "string" && !checkpoint.includes(JSON.stringify(identity));
  });
  return later === -1 ? items : items.slice(0, later);
}

/** Null and false keys mean the same as absent ones. */
function bare(record: object | null | undefined): unknown {
  if (record === null || record === undefined) return null;
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== false));
}

function askedOf(compaction: Compaction | null): string {
  return `${compaction?.when}, ${/there are (\d+)/.exec(compaction?.why ?? "")?.[1]} candidates`;
}

describe("a settle does what the SDK did", () => {
  it.each(cases)("$name", ({ line, release, options, whole, kind, session, expected }) => {
    const input = session && sessionFromText(textAt(line, "session", "items"), session.session_id);
    const result = play(textAt(line, "checkpoint"), input, [...options, "--session-kind", kind], release);
    expect(expected.outcomes).toContain(result.outcome);
    if (expected.rows.length > 0) expect(expected.rows).toContain(result.row);
    if (expected.error !== undefined) expect(result.error !== null).toBe(expected.error);
    if (expected.recordAfter !== undefined) {
      const shape = result.recordAfter && {
        ...recordShape(result.recordAfter),
        items: result.recordAfter.items.map(({ value }) => value),
      };
      expect(bare(shape)).toEqual(bare(expected.recordAfter));
    }
    if (typeof expected.countAfter === "number") expect(result.persistedCountAfter).toBe(expected.countAfter);
    if (expected.reloads !== undefined) expect(result.reloads).toBe(expected.reloads);
    if (expected.compaction !== undefined) expect(askedOf(result.compaction)).toBe(expected.compaction);
    if (expected.itemsAfter === null) return;
    const after = plain(result.sessionAfter.map(({ value }) => value));
    const { itemsAfter } = expected;
    const right = whole ? withoutLater(itemsAfter, session?.items.length ?? 0, textAt(line, "checkpoint")) : itemsAfter;
    expect(after).toEqual(plain(right));
  });
});

interface DigestRow {
  readonly name: string;
  readonly json: string;
  readonly sqlite: string;
  readonly conversations: string;
}

const rows = JSON.parse(readFileSync(new URL("digests.json", folder), "utf8")) as DigestRow[];
const ways = rows.flatMap((row) =>
  (["sqlite", "conversations"] as const).map((kind) => ({ ...row, kind, digest: row[kind] })),
);

describe("the digest of an item is the SDK's", () => {
  it.each(ways)("$name ($kind)", ({ json, kind, digest }) => {
    const checkpoint = checkpointWith(ordinary([output], [digest]));
    const session = sessionFromText(`[${json}, ${JSON.stringify(output)}]`, "sess_1");
    expect(documentOf(json).value).toBeDefined();
    expect(play(checkpoint, session, ["--session-kind", kind]).outcome).toBe("committed");
  });
});
