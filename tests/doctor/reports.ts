import { readFileSync } from "node:fs";
import type { Cause, Repair } from "../../src/doctor/cause.ts";
import { changeSession, repaired } from "../../src/doctor/check.ts";
import { diagnose } from "../../src/doctor/diagnose.ts";
import { errorsOf } from "../../src/doctor/error-text.ts";
import { otherReaders } from "../../src/doctor/facts.ts";
import { viewSession } from "../../src/doctor/session-view.ts";
import type { JsonObject } from "../../src/document/json.ts";
import { judge } from "../../src/judge.ts";
import type { Agents } from "../../src/outlook/program/agents.ts";
import { findReader, newestReader } from "../../src/readers/releases.ts";
import { itemOf, type RawItem } from "../../src/session/raw-item.ts";
import type { SessionKind } from "../../src/settle/options.ts";
import { documentOf } from "../parsed.ts";

/** A public report: what its author had in hand, and the places that a user has to be told of. */
export interface ReportCase {
  readonly name: string;
  readonly checkpoint: JsonObject;
  readonly session: TestSession | null;
  readonly facts: readonly { readonly pointer: string; readonly in: string }[];
}

export interface TestSession {
  readonly session_id: string | null;
  readonly items: JsonObject[];
}

/** Checkpoints and sessions made by running the SDK for public reports. */
export const reportCases: readonly ReportCase[] = readFileSync(
  new URL("../vectors/reports.ndjson", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as ReportCase);

export function reportCase(name: string): ReportCase {
  return reportCases.find((one) => one.name === name) as ReportCase;
}

export interface Asked {
  readonly sdk?: string;
  readonly error?: string;
  readonly agents?: Agents;
  readonly kind?: SessionKind;
  readonly detached?: boolean;
  /** No other release is asked. */
  readonly alone?: boolean;
  readonly assume?: Readonly<Record<string, string>>;
}

/** The diagnosis of a checkpoint and a session, as the command makes it. */
export function examine(checkpoint: JsonObject, session: TestSession | null, asked: Asked = {}): Cause[] {
  const reader = findReader(asked.sdk ?? newestReader.release) ?? newestReader;
  const document = documentOf(JSON.stringify(checkpoint, null, 2));
  const { agents = null } = asked;
  const judgement = judge(document, { reader, agents: agents ?? undefined });
  const items = session?.items.map(itemOf) ?? [];
  const traits = { kind: asked.kind ?? "sqlite", limit: undefined };
  return diagnose({
    ...{ document, reader, judgement, agents },
    others: asked.alone === true ? [] : otherReaders(document, reader),
    session: session === null ? null : viewSession({ id: session.session_id, items }, judgement, reader, traits),
    detached: asked.detached === true,
    errors: asked.error === undefined ? [] : errorsOf(asked.error),
    assume: new Map(Object.entries(asked.assume ?? {})),
  });
}

export function findRepair(causes: readonly Cause[], id: string): Repair {
  const found = causes.flatMap(({ repairs }) => repairs).find((repair) => repair.id === id);
  if (found === undefined) throw new Error(`no repair ${id}`);
  return found;
}

/** The checkpoint with a repair made. */
export function repairCheckpoint(checkpoint: JsonObject, repair: Repair): JsonObject {
  return repaired(documentOf(JSON.stringify(checkpoint, null, 2)), repair.edits)?.value as JsonObject;
}

/** The session with a repair's changes made. */
export function repairSession(session: TestSession, repair: Repair): TestSession {
  const items: RawItem[] = changeSession(session.items.map(itemOf), repair.session);
  return { ...session, items: items.map(({ value }) => value as JsonObject) };
}

export function repairIds(causes: readonly Cause[]): string[] {
  return causes.flatMap(({ repairs }) => repairs.map(({ id }) => id));
}
