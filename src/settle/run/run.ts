import type { JsonObject } from "../../document/json.ts";
import type { Reader } from "../../readers/releases.ts";
import type { IdPolicy } from "../../reading/id-policy.ts";
import type { ItemType } from "../../reading/item-type.ts";
import type { RawItem } from "../../session/raw-item.ts";
import type { PendingWrite } from "../write/record.ts";
import type { Hurdles } from "./hurdles.ts";

/** A tool, server or handoff that the agent does not have, or has elsewhere. */
export interface Missing {
  readonly message: string;
  readonly pointer: string;
  /** Id of the waiting call that needs it; null where it is missed whatever is decided. */
  readonly id: string | null;
  /** When that call misses it. */
  readonly when: "approved" | "not-rejected";
}

/** What an agents file says about the agent that the run is paused in. */
export interface Program {
  readonly guarded: boolean | undefined;
  readonly toolUse: string | undefined;
  /** Names of the tools that end the run. */
  readonly stopAt: readonly string[] | undefined;
  readonly missing: readonly Missing[];
}

export type Decision = "approve" | "reject";

export type StepType = "next_step_run_again" | "next_step_interruption";

/** An approval that the run waits for. */
export interface Approval {
  /** `call_id` of the call, or id of the MCP request. */
  readonly id: string;
  readonly call: JsonObject;
  /** What the checkpoint already holds about it. */
  readonly decided: Decision | null;
  /** A decision for every call of its kind that no decision about one call outdoes. */
  readonly sticks: Decision | null;
  /** What the model is told when it is rejected. */
  readonly rejection: string | undefined;
  /** What it is told when it is rejected once more: words for this one call went with that (`_apply_approval_decision`). */
  readonly lastingRejection: string | undefined;
  /** The calls in the paused response whose nested runs wait for this approval; empty when the response itself does. */
  readonly nestedIn: readonly JsonObject[];
  /** The response itself answers it once it is decided. */
  readonly answeredHere: boolean;
  /** The outer run takes a nested run's call for its own too, and asks for it once the nested run is done. */
  readonly askedTwice: boolean;
  /** The decision on record is handed into the nested run, and forgotten: unless it is taken once more, the call is asked for behind that. */
  readonly askedAfter: boolean;
  /** Where it stands among the calls that wait. */
  readonly pointer: string;
  /** A call of a local MCP server without its binding: the resume raises unless it is rejected. */
  readonly lacksRecipient: boolean;
  /** The call runs an agent as a tool (said from 1.9 on): when it is approved, the run in it can pause. */
  readonly runsAgent: boolean;
}

/** An item of the run, as it would be stored. `kind` is its run item type. */
export interface TurnItem {
  readonly kind: ItemType;
  readonly item: RawItem;
}

/** What settling needs to know of a checkpoint that was read. */
export interface SettleRun {
  readonly reader: Reader;
  /** Why this reader refuses the checkpoint; null when it takes it. */
  readonly refusal: { readonly message: string; readonly pointer: string } | null;
  /** What an agents file adds; null without one. */
  readonly program: Program | null;
  readonly terminal: boolean;
  readonly hurdles: Hurdles;
  /** The history is kept by the service (`conversation_id`, `previous_response_id`): the pointer of the key that says so. */
  readonly serverManaged: string | null;
  readonly step: StepType | null;
  /** The file says which items the paused response made. */
  readonly proven: boolean;
  readonly record: PendingWrite | null;
  readonly turn: number;
  readonly persistedCount: number;
  readonly idPolicy: IdPolicy;
  readonly approvals: readonly Approval[];
  /** Requests to a server that a callback of the program answers: nobody waits for them. */
  readonly callbacks: readonly Approval[];
  /** Requests that were decided and answered in an earlier resume of this turn. */
  readonly answered: readonly Approval[];
  /** Ids of the calls in the order in which the model made them. */
  readonly modelCalls: readonly string[];
  /** The items of the paused response, and the outputs of its calls that the run has already. */
  readonly response: readonly TurnItem[];
  readonly outputs: readonly TurnItem[];
  /** Items of the run's history that count for the response once more: nothing links them with those above. */
  readonly unlinked: readonly TurnItem[];
  readonly responseId: string | null;
  /** Those of `outputs` that the run's own history lacks: what ran after the tool raised. They are stored with the turn. */
  readonly recovered: readonly TurnItem[];
  /** Handoff calls of the response. */
  readonly handoffs: readonly JsonObject[];
  /** Input that waits to be given to the next model call. */
  readonly staged: readonly RawItem[];
}
