import type { RawItem } from "../session/raw-item.ts";
import { dedupeKeyOf } from "./items/clean.ts";
import { type NextRun, nextRunOf, type Pairing, pairingOf } from "./items/pairing.ts";
import { ifKilled } from "./look-ahead.ts";
import type { Exit, SettleOptions, TurnExit } from "./options.ts";
import type { RowId } from "./row-id.ts";
import { rowOfExit } from "./rows.ts";
import type { SettleRun, StepType } from "./run/run.ts";
import { answeredIdOf } from "./turn/answers.ts";
import { decisionOf, type ResolvedTurn, resolveTurn } from "./turn/decisions.ts";
import { breakOff, endDetached, leaveTurn, reachLimit, storeStaged } from "./turn/exits.ts";
import { checkGate, gateOf } from "./turn/gate.ts";
import { raisedAt } from "./turn/raises.ts";
import { type Compaction, openWorld, type Raised, type SettleStep, type World } from "./world.ts";
import { settleAtEntry } from "./write/entry.ts";
import type { Settled } from "./write/ordinary.ts";
import { kindOfRecord, type PendingWrite, type RecordKind } from "./write/record.ts";

export interface SettleResult {
  readonly record: RecordKind;
  readonly row: RowId | "-";
  readonly outcome: string;
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
  if ("message" in end)
    world.tell?.(`the resume ends with an error${end.outcome === "error" ? "" : `: ${end.outcome}`}`, end.message);
  return { ...resultOf(world, end, before), steps, gate };
}

function play(world: World, gate: boolean): Settled | Raised {
  const entry = settleAtEntry(world);
  const { exit: wanted } = world.options;
  if ("message" in entry || wanted === undefined) return entry;
  if (world.step !== "next_step_interruption") return goOn(world, entry, wanted);
  const refused = checkGate(world, gate);
  if (refused !== null) return refused;
  const turn = resolveTurn(world.run, world.options, world.does);
  const misdirected =
    raisedAt(world, "turn") ?? raisedAt(world, "decided-turn") ?? checkTools(world) ?? checkRecipients(world);
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

/** `resolve_interrupted_turn`: a tool is missed once its call is approved, a handoff or the agent of a nested run in any case. */
function checkTools({ run, options }: World): Raised | null {
  const calls = new Map(run.approvals.map((approval) => [`${approval.pointer}/raw_item`, approval]));
  const missing = run.program?.missing.find(({ pointer }) => {
    const approval = calls.get(pointer);
    return approval === undefined || decisionOf(approval, options.decide) === "approve";
  });
  return missing === undefined ? null : { outcome: "error", row: "-", ...missing };
}

/** `_build_mcp_tool_bindings`: before any tool runs. */
function checkRecipients({ run, options }: World): Raised | null {
  const call = run.approvals.find(
    (approval) =>
      approval.lacksRecipient && approval.nestedIn.length === 0 && decisionOf(approval, options.decide) !== "reject",
  );
  if (call === undefined) return null;
  const message =
    "A waiting call of a local MCP server is not bound to that server: the SDK raises before a tool runs, unless the call is rejected.";
  return { outcome: "error", row: "-", message, pointer: call.pointer };
}

function tellTurn(world: World, turn: ResolvedTurn, gate: boolean): void {
  if (gate && world.record === null && !world.does.holds) {
    world.tell?.(
      "the paused response is in no record",
      "this release keeps it out of the session at a gated pause and remembers nothing",
    );
  }
  tellAnswers(world, turn);
  if (turn.asked.length > 0)
    world.tell?.(
      `a callback answers: ${turn.asked.join(", ")}`,
      "nobody waits for these requests; what it says is not in the file, so it approves unless --decide says otherwise",
    );
  if (turn.pausing.length > 0)
    world.tell?.(
      `pauses inside: ${turn.pausing.join(", ")}`,
      "the agent that the call runs waits for approvals of its own, so the call has no output yet",
    );
  const { asked } = world.run.hurdles;
  const open = turn.open.map(({ id }) => id).filter((id) => !asked.has(id));
  if (open.length > 0) world.tell?.(`still open: ${open.join(", ")}`, "without a decision the run pauses again");
  if (world.run.hurdles.pauses)
    world.tell?.(
      asked.size > 0 ? `asked for again: ${[...asked].join(", ")}` : "the run pauses again",
      "no decision reaches the call in this checkpoint; runstate validate says why",
    );
}

function tellAnswers(world: World, turn: ResolvedTurn): void {
  const ids = turn.items.map(({ item }) => answeredIdOf(item));
  const repeated = repeatedIn(ids, world.run.hurdles.again);
  if (repeated.size > 0)
    world.tell?.(
      `runs once more: ${[...repeated].join(", ")}`,
      "the tool ran in an earlier resume, but the approval for all its calls lets it run again; the session gets the later output",
    );
  const recovered = world.does.recoversOutputs ? world.run.recovered.map(({ item }) => answeredIdOf(item)) : [];
  const kept = new Set(recovered.filter((id) => !repeated.has(id)));
  if (kept.size > 0)
    world.tell?.(
      `answered before: ${[...kept].join(", ")}`,
      "the tool ran in an earlier resume that raised behind it; its output is in the checkpoint and is stored now",
    );
  const answers = ids.map((id) => id ?? "?").filter((id) => !kept.has(id) && !repeated.has(id));
  if (answers.length > 0)
    world.tell?.(
      `answered: ${answers.join(", ")}`,
      "tools that were approved run, rejected calls get a text that says so",
    );
}

/** Those among `wanted` that a list has more than once. */
function repeatedIn(ids: readonly (string | undefined)[], wanted: ReadonlySet<string>): Set<string | undefined> {
  const seen = new Set<string | undefined>();
  const repeated = new Set<string | undefined>();
  for (const id of ids) if (id !== undefined && wanted.has(id)) (seen.has(id) ? repeated : seen).add(id);
  return repeated;
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

function outcomeOf(world: World, entry: Settled): string {
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
    error: "message" in end ? { message: end.message, pointer: end.pointer } : null,
    sessionBefore: before,
    appended: after.slice(before.length),
    sessionAfter: after,
    recordAfter: world.record,
    persistedCountAfter: world.count,
    stepAfter: world.step,
    reloads: run.refusal === null && (world.record === null || world.step !== null),
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
