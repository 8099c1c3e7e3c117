import type { Family } from "../document/family.ts";
import type { Requirements } from "../outlook/program/requirements.ts";
import type { Version } from "../readers/range.ts";

/** Where a run stands. Numbers are null when the file has none. */
export interface Position {
  readonly agent: string | null;
  readonly turn: number | null;
  readonly maxTurns: number | null;
  /** The file says that there is no limit of turns. */
  readonly unlimited: boolean;
  /** Type of the step that the resume goes on with; null when the run has none left. */
  readonly step: string | null;
  /** The model's answer was accepted, but its calls were not processed yet. */
  readonly responseAccepted: boolean;
  /** The run ended in a way that no resume can go on from. */
  readonly terminal: boolean;
}

/** A call of a model response. `done`: its output is in the history; `waiting`: it waits for a decision; else `open`. */
export interface TurnCall {
  readonly callId: string | null;
  readonly tool: string;
  readonly state: "done" | "waiting" | "open";
}

/** One model response of the run, in order. */
export interface Turn {
  readonly pointer: string;
  readonly responseId: string | null;
  readonly messages: number;
  readonly reasoning: number;
  readonly calls: readonly TurnCall[];
}

/** A call that waits for a decision. */
export interface WaitingCall {
  readonly pointer: string;
  readonly callId: string | null;
  readonly tool: string;
  readonly kind: string;
  /** How the SDK finds a function tool: bare, namespaced, deferred_top_level; null for other kinds. */
  readonly lookup: string | null;
  readonly owner: string | null;
  /** The call whose nested run waits; null in the root run. */
  readonly nestedIn: string | null;
  /** The calls on the way to it, from the root run inwards; null for one without an id. */
  readonly way: readonly (string | null)[];
  /** The decision on record; whether it counts is another question. */
  readonly decision: "approved" | "rejected" | null;
  /** Whether the reader that was asked takes that decision. */
  readonly counts: boolean;
  /** Releases (the newest of each schema version that load the file) that take it. */
  readonly honouredBy: readonly Version[];
}

/** The Session write that the process left behind. */
export interface WriteFacts {
  readonly pointer: string;
  readonly record: "ordinary" | "held";
  readonly sessionId: string | null;
  readonly items: number;
  /** Digests of what the session held before; null when the file does not say. */
  readonly before: number | null;
  readonly persistedCount: number | null;
}

/** How much history the file carries; lists the file lacks count 0. */
export interface HistoryFacts {
  readonly characters: number;
  readonly originalInput: string;
  readonly modelResponses: number;
  readonly generatedItems: number;
  readonly droppedItems: number;
  readonly sessionItems: number;
}

/** What the program must have under this name for the resume, and the place that names it. `server`: a local MCP server; `hosted`: one
 * that the model's provider calls. */
export interface NeedFact {
  readonly what: "agent" | "tool" | "handoff" | "server" | "hosted";
  readonly name: string;
  /** The agent that must have it; of an agent its own name. */
  readonly agent: string;
  readonly pointer: string;
}

export interface SecretFact {
  readonly rule: string;
  /** In words: "an e-mail address". */
  readonly what: string;
  readonly pointer: string;
}

/** What a checkpoint is, for the page that one wants first at night. The parts of a run are null when it was not read. */
export interface CheckpointFacts {
  readonly family: Family | null;
  readonly schemaVersion: string | null;
  readonly sdk: Version;
  readonly writtenBy: readonly Version[];
  readonly loadedBy: readonly Version[];
  readonly position: Position | null;
  readonly turns: readonly Turn[];
  readonly calls: readonly WaitingCall[];
  readonly write: WriteFacts | null;
  /** Items of input that wait to be taken into the run. */
  readonly stagedInput: number;
  readonly history: HistoryFacts | null;
  readonly requirements: Requirements;
  readonly needs: readonly NeedFact[];
  readonly secrets: readonly SecretFact[];
}
