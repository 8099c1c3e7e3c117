import type { JsonObject } from "../../document/json.ts";
import type { RawItem } from "../../session/raw-item.ts";

export type IdPolicy = "preserve" | "omit" | null;

/** The value of `pending_session_write`, as the SDK holds it. A key that stands in no record of its kind is absent here too. */
export interface PendingWrite {
  readonly sessionId: string;
  readonly items: readonly RawItem[];
  /** Digests of what the session ended with before the append; null: no append was tried yet. */
  readonly before: readonly string[] | null;
  readonly persistedCount: number;
  /** The model response the batch belongs to, and whether the service keeps it. */
  readonly responseId?: string | null;
  readonly store?: boolean | null;
  readonly localOutputs?: boolean;
  readonly acknowledged?: boolean;
  readonly exchange?: JsonObject;
  readonly held?: boolean;
  readonly idPolicy?: IdPolicy;
  /** Of a held record: the turn of the paused response, and where it begins in the batch. */
  readonly response?: { readonly turn: number; readonly start: number };
}

export type RecordKind = "none" | "ordinary" | "held";

export function kindOfRecord(record: PendingWrite | null): RecordKind {
  if (record === null) return "none";
  return record.held === true ? "held" : "ordinary";
}

/** The record in the shape of the checkpoint; items stand as they are. */
export function recordShape(record: PendingWrite): Record<string, unknown> {
  const shape: Record<string, unknown> = {
    session_id: record.sessionId,
    items: record.items,
    before: record.before,
    persisted_count: record.persistedCount,
    held: record.held,
    response_id: record.responseId,
    store: record.store,
    has_local_tool_outputs: record.localOutputs,
    append_acknowledged: record.acknowledged,
    compaction_model_exchange: record.exchange,
    reasoning_item_id_policy: record.idPolicy,
    current_response: record.response,
  };
  for (const key of Object.keys(shape)) if (shape[key] === undefined) delete shape[key];
  return shape;
}
