import type { Document } from "../document/document.ts";
import type { Json } from "../document/json.ts";
import { pointerOf } from "../document/pointer.ts";
import { kindOf } from "../findings/kind-of.ts";
import type { Judgement } from "../judge.ts";
import { needsOf } from "../outlook/program/needs.ts";
import { plural } from "../plural.ts";
import { type Reader, releases } from "../readers/releases.ts";
import { agentName } from "../reading/agents.ts";
import type { PendingWriteReading, Reading, RunReading } from "../reading/reading.ts";
import { isInterrupted } from "../reading/run/interruption.ts";
import { isSecret } from "../rules/index.ts";
import { waitingCallsOf } from "./calls.ts";
import type { CheckpointFacts, HistoryFacts, Position, WriteFacts } from "./facts.ts";
import { textOrNull, turnsOf } from "./turns.ts";

function numberOrNull(value: Json | undefined): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function positionOf(run: RunReading): Position {
  const { state, step, terminal } = run;
  const agent = agentName(state.current_agent);
  return {
    agent: textOrNull(agent),
    turn: numberOrNull(state.current_turn),
    maxTurns: numberOrNull(state.max_turns),
    unlimited: state.max_turns === null,
    step: step?.type ?? null,
    responseAccepted: isInterrupted(run) && run.step.responseAccepted,
    terminal,
  };
}

function writeOf(write: PendingWriteReading | null): WriteFacts | null {
  if (write === null) return null;
  return {
    pointer: "/pending_session_write",
    record: write.held === true ? "held" : "ordinary",
    sessionId: textOrNull(write.session_id),
    items: write.items.length,
    before: write.before?.length ?? null,
    persistedCount: numberOrNull(write.persisted_count),
  };
}

function kindOfInput(input: Json | undefined): string {
  if (typeof input === "string") return `a text of ${plural(input.length, "character")}`;
  if (Array.isArray(input)) return `a list of ${input.length}`;
  return input === undefined || input === null ? "none" : kindOf(input);
}

function historyOf(document: Document, run: RunReading): HistoryFacts {
  const { state, generated, session } = run;
  return {
    characters: document.text.length,
    originalInput: kindOfInput(state.original_input),
    modelResponses: Array.isArray(state.model_responses) ? state.model_responses.length : 0,
    generatedItems: generated.length,
    droppedItems: generated.dropped.length + (session?.dropped.length ?? 0),
    sessionItems: session?.length ?? 0,
  };
}

/** The facts of a checkpoint through the eyes of the reader that judged it. `readings`: one of each release that loads it. */
export function inspectCheckpoint(
  document: Document | null,
  judgement: Judgement,
  asked: Reader,
  readings: readonly Reading[],
): CheckpointFacts {
  const { family, schemaVersion, reading, requirements, findings } = judgement;
  const run = reading?.run ?? null;
  const staged = run?.state.pending_input;
  const isPython = family === "python";
  return {
    family,
    schemaVersion,
    sdk: asked.release,
    writtenBy: releases.filter(({ writes }) => isPython && writes === schemaVersion).map(({ release }) => release),
    loadedBy: readings.map(({ reader }) => reader.release),
    position: run === null ? null : positionOf(run),
    turns: run === null ? [] : turnsOf(run),
    calls: run === null || document === null ? [] : waitingCallsOf(document, run, readings),
    write: run === null ? null : writeOf(run.pendingWrite),
    stagedInput: Array.isArray(staged) ? staged.length : 0,
    history: run === null || document === null ? null : historyOf(document, run),
    requirements,
    needs: run === null ? [] : needsOf(run).map(({ path, ...need }) => ({ ...need, pointer: pointerOf(path) })),
    secrets: findings
      .filter(isSecret)
      .map(({ rule, path, args }) => ({ rule, what: String(args.what), pointer: pointerOf(path) })),
  };
}
