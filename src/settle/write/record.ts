import type { JsonObject } from "../../document/json.ts";
import type { IdPolicy } from "../../reading/id-policy.ts";
import type { RawItem } from "../../session/raw-item.ts";

/** The value of `pending_session_write`, as the SDK holds it. What stands in no record of its kind is undefined. */
export interface PendingWrite {
  readonly sessionId: string;
  readonly items: readonly RawItem[];
  /** Digests of what the session ended with before the append; null: no append was tried yet. */
  readonly before: readonly string[] | null;
  readonly persistedCount: number;
  /** The model response the batch belongs to, and whether the service keeps it. */
  readonly responseId?: string | null | undefined;
  readonly store?: boolean | null | undefined;
  readonly localOutputs?: boolean | undefined;
  readonly acknowledged?: boolean | undefined;
  readonly exchange?: JsonObject | undefined;
  readonly held?: boolean | undefined;
  readonly idPolicy?: IdPolicy | undefined;
  /** Of a held record: the turn of the paused response, and where it begins in the batch. */
  readonly response?: { readonly turn: number; readonly start: number } | undefined;
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
