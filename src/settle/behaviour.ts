import { inRange, type Range } from "../readers/range.ts";
import type { Reader } from "../readers/releases.ts";

/** What releases do differently when they settle. Source: `agents/run_internal/session_persistence.py` and its callers, releases
 * compared one by one; of the design that was never released, its own description. */
const ranges = {
  /** A pending write is kept in the checkpoint and settled at the entry of a resume (`resume_pending_session_write`). */
  keepsRecord: { since: "0.22.1" },
  /** `append_acknowledged` and the compaction keys. */
  acknowledges: { since: "0.23.1" },
  /** What a gated pause keeps back is recorded (`defer_interrupted_session_write`); before, it is lost. */
  holds: { since: "0.24.0" },
  /** Requests of at most 20 items to the Conversations service can leave a part of a batch. */
  knowsChunks: { since: "0.24.0" },
  /** A held record says where the response of the pause begins in it. */
  marksResponse: { since: "0.24.0" },
  /** Rejected function calls stand among those that ran, else behind all that ran. */
  mixesRejections: { since: "0.19.0" },
  /** Outputs of one resume stand in the order of the calls (`order_current_turn_tool_outputs`). */
  ordersOutputs: { since: "0.24.0" },
  /** An output that a raising hook kept out of the run's history is stored by the next resume; before, it never is. */
  recoversOutputs: { since: "0.24.0" },
  /** The call of another agent is asked for again and does not run; before, its tool runs first. */
  asksBeforeForeignTool: { since: "0.23.1" },
  /** A request to a hosted server is answered once more in every resume of its turn (`process_hosted_mcp_approvals`). */
  repeatsMcpResponses: { until: "0.19.4" },
  /** An MCP approval response counts as a local output (`save_result_to_session`). */
  countsMcpResponses: { since: "0.24.0" },
  /** The checkpoint keeps a ledger of finished calls, and its reader wants their outputs (`_validate_completed_tool_invocations`). */
  keepsLedger: { since: "0.20.0" },
  /** A session with a limit can begin behind a call: a fresh run leaves its output out (`prepare_input_with_session`). */
  prunesOutputs: { since: "0.20.0" },
  /** A Responses-compaction session declines while a call has no output; before, the call goes and its output comes alone. */
  compactsWholePairs: { since: "0.24.0" },
  /** `created_by` is no part of an item (`strip_internal_input_item_metadata`). */
  ignoresCreatedBy: { since: "0.23.1" },
  /** A turn that asks the model again says so in the step (`RunState.to_json`); one that hands over only where a record is kept. */
  writesRunAgain: { since: "0.20.0" },
  /** Output guardrails with a deferring tool use keep a paused response out of the session. */
  gates: { since: "0.22.0" },
  /** Rejections, and outputs that the turn had before, count among the outputs that can end it (`turn_function_results`). */
  countsRejections: { since: "0.23.1" },
  /** What a handoff's input filter removed is removed from the held batch too. */
  filtersHeld: { since: "0.24.0" },
  /** A final output whose write failed marks the state as unrecoverable. */
  marksTerminal: { since: "0.22.1" },
  /** A final output that fails without a session leaves a step that loads. No release does; the draft says so. */
  survivesDetachedFailure: { until: "0.0.0" },
} satisfies Record<string, Range>;

export type SettleBehaviour = { readonly [Name in keyof typeof ranges]: boolean };

/** The design that this project started from: held writes, but none of what 0.24.0 built around them. */
const draft: Partial<SettleBehaviour> = { holds: true, acknowledges: false, survivesDetachedFailure: true };

export function settleBehaviourOf(reader: Reader): SettleBehaviour {
  const names = Object.keys(ranges) as (keyof typeof ranges)[];
  const released = names.map((name) => [name, inRange(reader.behavesLike, ranges[name])] as const);
  return { ...(Object.fromEntries(released) as SettleBehaviour), ...(reader.draft ? draft : {}) };
}
