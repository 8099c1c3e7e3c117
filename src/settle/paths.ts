import { settleBehaviourOf } from "./behaviour.ts";
import type { Exit, SettleOptions } from "./options.ts";
import type { Outcome } from "./outcome.ts";
import type { RowId } from "./row-id.ts";
import { canEndWithTool, endsWithTool } from "./run/program.ts";
import type { SettleRun } from "./run/run.ts";
import { type SessionInput, settle } from "./simulate.ts";

/** One way a resume can go on. */
export interface SettlePath {
  readonly decide: Trial[0];
  readonly exit: Exit;
  readonly row: RowId | "-";
  readonly outcome: Outcome;
  /** Present when the state of the gate is not known: the path was taken with this one. */
  readonly gate?: "on" | "off";
}

const approved: readonly Exit[] = [
  "run-again",
  "final-tool",
  "final-message",
  "tripwire",
  "guardrail-error",
  "max-turns",
];
const started: readonly Exit[] = ["run-again", "final-message", "max-turns"];

/** What may follow the entry of a resume; empty when it ends with an error, or when the options say how it goes on. */
export function pathsOf(run: SettleRun, options: SettleOptions, session: SessionInput | null): SettlePath[] {
  if (options.exit !== undefined) return [];
  const entry = settle(run, options, session);
  if (entry.error !== null) return [];
  const gates = entry.gate.assumed ? [true, false] : [entry.gate.on];
  const trials = run.step !== "next_step_interruption" ? started.map((exit) => ["none", exit] as const) : trialsOf(run);
  // Whoever trips or raises is an output guardrail.
  const needsGate = (exit: Exit) => exit === "tripwire" || exit === "guardrail-error";
  return gates.flatMap((gate) =>
    trials
      .filter(([decide, exit]) => (gate || !needsGate(exit)) && fits(run, decide, exit))
      .map(([decide, exit]) => pathOf(run, { ...options, decide, exit, gate }, session, entry.gate.assumed)),
  );
}

/** What the agent's tool use leaves open: whether outputs of tools end the run. Another pause or a handoff is not its matter. */
function fits(run: SettleRun, decide: Trial[0], exit: Exit): boolean {
  if (run.step !== "next_step_interruption" || exit === "pause" || exit === "handoff") return true;
  const rejects = decide === "none" ? rejectsAll(run) : decide === "reject";
  const ends = endsWithTool(run, rejects, settleBehaviourOf(run.reader));
  return ends === undefined || ends === endings.has(exit);
}

function rejectsAll({ approvals }: SettleRun): boolean {
  return approvals.every(({ decided }) => decided === "reject");
}

const endings: ReadonlySet<Exit> = new Set(["final-tool", "tripwire", "guardrail-error"]);

type Trial = readonly ["approve" | "reject" | "none", Exit];

function trialsOf(run: SettleRun): Trial[] {
  if (run.hurdles.pauses) return (["approve", "reject", "none"] as const).map((decide) => [decide, "pause"]);
  const exits: readonly Exit[] = run.handoffs.length > 0 ? ["handoff", "final-message", "max-turns"] : approved;
  const undecided = run.approvals.some(({ decided }) => decided === null);
  const trials: Trial[] = exits.map((exit) => ["approve", exit]);
  // What is on record goes on as it stands.
  if (!undecided && run.approvals.length > 0) trials.unshift(...exits.map((exit): Trial => ["none", exit]));
  trials.push(["reject", run.handoffs.length > 0 ? "handoff" : "run-again"]);
  if (run.handoffs.length === 0 && canEndWithTool(run, true, settleBehaviourOf(run.reader)))
    for (const exit of endings) trials.push(["reject", exit]);
  // An agent run as a tool can pause in turn, and one that waits can do so whatever is decided.
  const inside = run.approvals.some(({ nestedIn }) => nestedIn.length > 0);
  if (inside || run.approvals.some(({ runsAgent }) => runsAgent)) trials.push(["approve", "pause"]);
  if (inside) trials.push(["reject", "pause"]);
  const approvesAgent = run.approvals.some(({ runsAgent, decided }) => runsAgent && decided === "approve");
  if (undecided || inside || approvesAgent) trials.push(["none", "pause"]);
  // What an approval asks for again, a rejection answers.
  if (run.hurdles.lacking.size > 0) return trials.filter(([decide, exit]) => decide === "reject" || exit === "pause");
  return trials;
}

function pathOf(
  run: SettleRun,
  options: SettleOptions & { decide: Trial[0]; exit: Exit; gate: boolean },
  session: SessionInput | null,
  showGate: boolean,
): SettlePath {
  const { row, outcome } = settle(run, options, session);
  const path = { decide: options.decide, exit: options.exit, row, outcome };
  return showGate ? { ...path, gate: options.gate ? "on" : "off" } : path;
}
