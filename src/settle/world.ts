import type { RawItem } from "../session/raw-item.ts";
import { type SettleBehaviour, settleBehaviourOf } from "./behaviour.ts";
import { digestOf } from "./items/digest.ts";
import type { Fault, SettleOptions } from "./options.ts";
import type { Outcome } from "./outcome.ts";
import type { RowId } from "./row-id.ts";
import type { SettleRun, StepType } from "./run/run.ts";
import type { PendingWrite } from "./write/record.ts";

/** An error of the SDK, or of the store or a guardrail below it, that ends the resume. */
export interface Raised {
  readonly outcome: Outcome;
  readonly row: RowId | "-";
  readonly message: string;
  readonly pointer: string;
}

/** An error that no row of the decision table is about. */
export function raise(pointer: string, message: string): Raised {
  return { outcome: "error", row: "-", message, pointer };
}

export function isRaised(end: object): end is Raised {
  return "message" in end;
}

/** One thing that happens, why, and what is found if the process dies right after it. */
export interface SettleStep {
  readonly what: string;
  readonly why: string;
  readonly ifKilledHere: string;
}

export interface Compaction {
  readonly when: "now" | "deferred";
  readonly why: string;
}

/** The resume while it is simulated: the live RunState and the store. The only thing here that changes. */
export interface World {
  readonly run: SettleRun;
  readonly options: SettleOptions;
  readonly does: SettleBehaviour;
  /** Id and items of the attached session; null when detached. */
  readonly session: { readonly id: string; items: readonly RawItem[] } | null;
  record: PendingWrite | null;
  count: number;
  step: StepType | null;
  terminal: boolean;
  /** Whether the live state's history still has every answer that its ledger speaks of; a reader refuses it otherwise. */
  whole: boolean;
  /** The fault of the store that is still to come. */
  fault: Fault | undefined;
  compaction: Compaction | null;
  /** Called after each thing that happens; absent in a world that only looks ahead. */
  readonly tell?: ((what: string, why: string) => void) | undefined;
}

/** `id` null: the session counts as the one that the record names. */
export function openWorld(
  run: SettleRun,
  options: SettleOptions,
  session: { readonly id: string | null; readonly items: readonly RawItem[] } | null,
): World {
  return {
    run,
    options,
    does: settleBehaviourOf(run.reader),
    session: session && { id: session.id ?? run.record?.sessionId ?? "", items: session.items },
    record: run.record,
    count: run.persistedCount,
    step: run.step,
    terminal: run.terminal,
    whole: true,
    fault: options.fault,
    compaction: null,
  };
}

export function isConversations(world: World): boolean {
  return world.session !== null && world.options.kind === "conversations";
}

export function digestsOf(world: World, items: readonly RawItem[]): string[] {
  return items.map((item) => digestOf(item, isConversations(world), world.does));
}

export function tell(world: World, what: string, why: string): void {
  world.tell?.(what, why);
}

/** `session.add_items`: stores, or raises as `--fault` says. */
export function append(world: World, items: readonly RawItem[]): Raised | null {
  if (world.session === null) return null;
  const fault = world.fault === "read" ? undefined : world.fault;
  if (fault !== undefined) world.fault = undefined;
  if (fault !== "before") world.session.items = [...world.session.items, ...items];
  if (fault === undefined) return null;
  const stored = fault === "before" ? "nothing was stored" : "everything was stored";
  return storeRaises(`The session's append raises (${stored}, but the SDK cannot know).`);
}

/** `session.get_items` with a limit, before an append that is registered. */
export function readEnd(world: World): Raised | null {
  if (world.fault !== "read") return null;
  world.fault = undefined;
  return storeRaises("The end of the session cannot be read, so nothing is compared or appended.");
}

function storeRaises(message: string): Raised {
  return { outcome: "error", row: "O9", message, pointer: "/pending_session_write" };
}

export function countItems(count: number): string {
  return count === 1 ? "1 item" : `${count} items`;
}
