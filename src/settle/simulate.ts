import type { RawItem } from "../session/raw-item.ts";
import { dedupeKeyOf } from "./items/clean.ts";
import { type NextRun, nextRunOf, type Pairing, pairingOf } from "./items/pairing.ts";
import { ifKilled } from "./look-ahead.ts";
import type { Exit, SettleOptions, TurnExit } from "./options.ts";
import type { Outcome } from "./outcome.ts";
import type { RowId } from "./row-id.ts";
import { rowOfExit } from "./rows.ts";
import type { SettleRun, StepType } from "./run/run.ts";
import { breakOff, endDetached, leaveTurn, reachLimit, storeStaged } from "./turn/exits.ts";
import { checkGate, gateOf } from "./turn/gate.ts";
import { missingRecipient, missingTool, raisedAt } from "./turn/raises.ts";
import { type ResolvedTurn, resolveTurn } from "./turn/resolved-turn.ts";
import { tellTurn } from "./turn/telling.ts";
import { type Compaction, isRaised, openWorld, type Raised, type SettleStep, tell, type World } from "./world.ts";
import { settleAtEntry } from "./write/entry.ts";
import type { Settled } from "./write/ordinary.ts";
import { kindOfRecord, type PendingWrite, type RecordKind } from "./write/record.ts";

export interface SettleResult {
  readonly record: RecordKind;
  readonly row: RowId | "-";
  readonly outcome: Outcome;
  readonly error: { readonly message: string; readonly pointer: string } | null;
  readonly sessionBefore: readonly RawItem[];
  readonly appended: readonly RawItem[];
  readonly sessionAfter: readonly RawItem[];
  readonly recordAfter: PendingWrite | null;
  readonly persistedCountAfter: number;
  readonly stepAfter: StepType | null;
  /** Whether the SDK would load the checkpoint that the program can save now. */
  readonly reloads: boolean;
  readonly pairing: Pairing;
  readonly pairingBefore: Pairing;
  readonly nextRun: NextRun;
  readonly compaction: Compaction | null;
  readonly steps: readonly SettleStep[];
  /** State of the gate, and whether it is only assumed. */
  readonly gate: { readonly on: boolean; readonly assumed: boolean };
}

export interface SessionInput {
  readonly id: string | null;
  readonly items: readonly RawItem[];
}

/** Simulates the resume of a checkpoint over a session (null: detached). Nothing is written. */
export function settle(run: SettleRun, options: SettleOptions, session: SessionInput | null): SettleResult {
  const steps: SettleStep[] = [];
  const opened = openWorld(run, options, session);
  const before = session?.items ?? [];
  const world: World = {
    ...opened,
    tell: (what, why) => {
      const grown = (world.session?.items.length ?? 0) - before.length;
      steps.push({ what, why, ifKilledHere: ifKilled(run, options, world.session, grown) });
    },
  };
  const gate = gateOf(run, options, session?.items ?? null);
  const end = play(world, gate.on);
  if (isRaised(end))
    tell(world, `the resume ends with an error${end.outcome === "error" ? "" : `: ${end.outcome}`}`, end.message);
  return { ...resultOf(world, end, before), steps, gate };
}

function play(world: World, gate: boolean): Settled | Raised {
  const entry = settleAtEntry(world);
  const { exit: wanted } = world.options;
  if (isRaised(entry) || wanted === undefined) return entry;
  if (world.step !== "next_step_interruption") return goOn(world, entry, wanted);
  const refused = checkGate(world, gate);
  if (refused !== null) return refused;
  const turn = resolveTurn(world.run, world.options, world.does);
  const misdirected =
    raisedAt(world, "turn") ??
    raisedAt(world, "decided-turn") ??
    raisedAt(world, "open-turn") ??
    missingTool(world) ??
    missingRecipient(world);
  if (misdirected !== null) return misdirected;
  const idle = turn.waits && turn.items.length + turn.pausing.length === 0;
  if (wanted === "tool-error" && !idle) return breakOff(world, turn);
  const exit = exitOf(wanted, turn);
  const gated = gate && world.does.gates;
  tellTurn(world, turn, gated);
  const raised = leaveTurn(world, { exit, turn, gate: gated });
  if (raised !== null) return raised;
  // What a handoff stores is stored before the agent that took over is asked.
  const shown = turn.handsOff && world.session !== null ? "handoff" : exit;
  return { row: rowOfExit(world, entry, shown, gated), outcome: outcomeOf(world, entry) };
}

/** A run whose next thing is the model, one that ended or never began too: the entry was all; what the model says is not known. */
function goOn(world: World, entry: Settled, exit: Exit): Settled | Raised {
  const raised = storeStaged(world) ?? (exit === "max-turns" ? reachLimit(world) : null);
  if (raised !== null) return raised;
  if (exit.startsWith("final")) endDetached(world);
  return entry.outcome === "rides" ? { ...entry, outcome: outcomeOf(world, entry) } : entry;
}

/** Open approvals pause a run, and a handoff goes before a final output, whatever `--then` says: what ends the run then is the limit, or a
 * message of the agent that took over. */
function exitOf(wanted: Exit, turn: ResolvedTurn): TurnExit {
  if (turn.waits) return "pause";
  if (turn.handsOff) return wanted === "final-message" || wanted === "max-turns" ? wanted : "handoff";
  if (wanted === "final") return "final-tool";
  return wanted === "pause" || wanted === "handoff" || wanted === "tool-error" ? "run-again" : wanted;
}

function outcomeOf(world: World, entry: Settled): Outcome {
  const { run, record, session } = world;
  if (record?.held === true) return world.step === "next_step_interruption" ? "re-parked" : "rides";
  if (run.record?.held === true && world.does.holds) {
    const keys = new Set((session?.items ?? []).map(dedupeKeyOf));
    return run.record.items.some((item) => keys.has(dedupeKeyOf(item)) && dedupeKeyOf(item) !== undefined)
      ? "settled"
      : "discarded";
  }
  if (entry.row !== "L0") return entry.outcome;
  return pairingOf(session?.items ?? []).outputsWithoutCall.length > 0 ? "orphaned-output" : "plain";
}

function resultOf(
  world: World,
  end: Settled | Raised,
  before: readonly RawItem[],
): Omit<SettleResult, "steps" | "gate"> {
  const after = world.session?.items ?? [];
  const { run, options, does } = world;
  return {
    record: kindOfRecord(run.record),
    row: end.row,
    outcome: end.outcome,
    error: isRaised(end) ? { message: end.message, pointer: end.pointer } : null,
    sessionBefore: before,
    appended: after.slice(before.length),
    sessionAfter: after,
    recordAfter: world.record,
    persistedCountAfter: world.count,
    stepAfter: world.step,
    reloads: run.refusal === null && world.whole && (world.record === null || world.step !== null),
    pairing: pairingOf(after),
    pairingBefore: pairingOf(before),
    nextRun: nextRunOf(after, {
      limit: options.limit,
      omitReasoningIds: run.idPolicy === "omit" && options.kind !== "conversations",
      does,
    }),
    compaction: world.compaction,
  };
}
