import type { Document } from "../document/document.ts";
import type { Json, JsonObject, Path } from "../document/json.ts";
import type { Finding } from "../findings/finding.ts";
import type { CallOptions } from "../python/invocation.ts";
import type { Version } from "../readers/range.ts";
import type { Reader } from "../readers/releases.ts";
import type { Dialect } from "../rules/dialect.ts";
import type { IdPolicy } from "./id-policy.ts";
import type { ItemType } from "./item-type.ts";
import type { ActionList } from "./native-actions.ts";

/** A run item that the reader keeps. `raw` is its `raw_item`. */
export interface ItemReading {
  /** Place in the list of the file. */
  readonly index: number;
  readonly data: JsonObject;
  readonly type: ItemType;
  readonly raw: Json;
}

/** The items of one list: what the reader keeps, and the places of what it drops. */
export interface ItemsReading {
  readonly kept: readonly ItemReading[];
  readonly dropped: readonly number[];
  /** Number of entries in the file. */
  readonly length: number;
}

/** Session items that repeat a generated item value for value, as nearly all do: no reader makes anything else of the second. */
export interface Repeats {
  /** The generated item that the entry at this place of the session list repeats, if it was kept. */
  at(index: number): ItemReading | undefined;
}

/** An approval the run waits for, as the reader holds it. */
export interface ApprovalReading {
  /** Below the run's own object. */
  readonly path: Path;
  readonly data: JsonObject;
  readonly raw: Json;
  /** Of `raw`, below the run's own object. */
  readonly rawPath: Path;
}

/** The run waits for approvals. */
export interface InterruptionReading {
  readonly type: "next_step_interruption";
  readonly approvals: readonly ApprovalReading[];
  readonly responseAccepted: boolean;
}

export type StepReading = { readonly type: "next_step_run_again" } | InterruptionReading;

/** A function action of `last_processed_response`. */
export interface FunctionReading {
  /** Below the run's own object. */
  readonly path: Path;
  readonly data: JsonObject;
  readonly call: JsonObject;
  /** The nested run, when the file holds one: loaded, or with the errors that make the reader drop it. */
  readonly nested: RunReading | null;
}

/** An action of `last_processed_response` that is no function call: a handoff, a call of a native tool, a request of a hosted server. */
export interface ActionReading {
  /** The list that holds it. */
  readonly list: ActionList;
  /** Of the entry, below the run's own object. */
  readonly path: Path;
  readonly data: JsonObject;
  readonly call: JsonObject;
  /** Of the call, below the run's own object. */
  readonly callPath: Path;
  /** What its identity is made from beside the call, the name of its tool in the program among it. */
  readonly options: CallOptions;
}

export interface ProcessedReading {
  readonly data: JsonObject;
  readonly newItems: ItemsReading;
  readonly functions: readonly FunctionReading[];
  /** All others that the reader keeps, in its order. */
  readonly actions: readonly ActionReading[];
  readonly approvals: readonly ApprovalReading[];
}

/** The record of a pending Session write that the reader takes: it has looked at every key. */
export interface PendingWriteReading extends JsonObject {
  session_id: string;
  items: JsonObject[];
  before: string[] | null;
  persisted_count: number;
  response_id?: string | null;
  store?: boolean | null;
  has_local_tool_outputs?: boolean;
  append_acknowledged?: boolean;
  compaction_model_exchange?: JsonObject;
  held?: boolean;
  reasoning_item_id_policy?: IdPolicy;
  current_response?: { turn: number; start: number };
}

/** Which session item (place in the file) a generated item (place in the file) is the same as, by the file's own index list. */
export type Links = readonly (number | undefined)[];

/** What the reader holds after loading one level: the document's run or a run nested in it (`agent_run_state`). */
export interface RunReading {
  /** Path of the run's object in the document; empty for the root. */
  readonly base: Path;
  readonly label: Version;
  readonly dialect: Dialect;
  readonly state: JsonObject;
  /** Errors and warnings of this level in the reader's order; those of nested runs stand in their own reading. */
  readonly findings: readonly Finding[];
  readonly rejected: boolean;
  readonly generated: ItemsReading;
  /** Null when the file has no such list: the reader then takes the generated items merged with the new ones. */
  readonly session: ItemsReading | null;
  readonly repeats: Repeats;
  readonly links: Links;
  readonly processed: ProcessedReading | null;
  readonly step: StepReading | null;
  /** The file proves which generated items belong to the response that waits for approval. */
  readonly owned: boolean;
  /** Null when there is none or it is not read. */
  readonly pendingWrite: PendingWriteReading | null;
  readonly terminal: boolean;
}

/** A document through the eyes of one reader. Everything after the reading asks it, never the raw document again. */
export interface Reading {
  readonly document: Document;
  readonly reader: Reader;
  readonly run: RunReading;
}
