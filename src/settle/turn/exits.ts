import type { ItemType } from "../../reading/item-type.ts";
import { type RawItem, textOf } from "../../session/raw-item.ts";
import { isLocalOutput } from "../items/pairs.ts";
import { safeToSettle } from "../items/prune.ts";
import type { TurnExit } from "../options.ts";
import type { Outcome } from "../outcome.ts";
import type { RowId } from "../row-id.ts";
import type { Approval, TurnItem } from "../run/run.ts";
import { countItems, isRaised, type Raised, raise, tell, type World } from "../world.ts";
import { claimHeld, discardResponse, fold, heldForSave, park } from "../write/held.ts";
import type { PendingWrite } from "../write/record.ts";
import { saveToSession } from "../write/save.ts";
import { asInput } from "../write/turn-input.ts";
import { answeredIdOf, askedIdOf } from "./answers.ts";
import { blockedItems } from "./blocked.ts";
import type { ResolvedTurn } from "./resolved-turn.ts";

/** How a resumed turn ends, with everything that decides what is written. */
export interface TurnEnd {
  readonly exit: TurnExit;
  readonly turn: ResolvedTurn;
  readonly gate: boolean;
}

/** Writes what the end of a resumed turn writes; null: nothing was raised. */
export function leaveTurn(world: World, { exit, turn, gate }: TurnEnd): Raised | null {
  // What a guardrail raises behind is folded in, but no longer put in order (`resumed_turn_items`).
  fold(world, exit === "guardrail-error" ? turn.made : turn.items);
  if (world.session === null && world.record?.held === true && turn.items.length > 0) {
    tell(
      world,
      `${countItems(turn.items.length)} folded into the held write`,
      "without a session the outputs exist nowhere else",
    );
  }
  switch (exit) {
    case "pause":
      return pauseAgain(world, turn, gate);
    case "final-tool":
      return endWithTool(world, turn, gate);
    case "tripwire":
      return trip(world, turn);
    case "guardrail-error":
      return failGuardrail(world, turn);
    case "handoff":
    case "run-again":
    case "final-message":
    case "max-turns":
      return runAgain(world, turn, exit);
  }
}

/** A tool, its guardrail or a hook raises before the turn is through (`_commit_tool_output`): what had returned by then, the calls whose
 * output is given, in that order, stays in the checkpoint and in a held write. Nothing is stored, in any release. */
export function breakOff(world: World, turn: ResolvedTurn): Raised {
  const made = new Map(turn.made.map((entry) => [answeredIdOf(entry.item) ?? "", entry]));
  const returned = [...world.options.outputs.keys()].flatMap((id) => made.get(id) ?? []);
  if (returned.length > 0) fold(world, returned);
  const ids = returned.map(({ item }) => answeredIdOf(item)).join(", ");
  tell(
    world,
    ids === "" ? "the error comes before any call has returned" : `the error comes behind: ${ids}`,
    world.does.recoversOutputs
      ? "what had returned (--tool-output names it) is in the checkpoint, and the next resume stores it"
      : "what had returned (--tool-output names it) reaches no session",
  );
  if (returned.length > 0 && world.does.recoversOutputs && !world.run.proven)
    tell(
      world,
      "the run cannot be taken up again",
      "a call has returned, and nothing says which items the paused response made: the checkpoint is marked as unrecoverable",
    );
  return raise("", "A tool, a guardrail of it or a hook raises: the turn is broken off, and nothing of it is stored.");
}

function pauseAgain(world: World, turn: ResolvedTurn, gate: boolean): Raised | null {
  if (world.session === null) return null;
  if (!gate) return saveTurn(world, { items: turn.items }, openIds(world, turn.open));
  if (world.does.holds) {
    park(world, turn.items);
    tell(
      world,
      "the pause keeps everything back again",
      "a guardrail could still refuse what this response becomes; the held write has what is new",
    );
  } else if (turn.items.length > 0) {
    tell(
      world,
      `${countItems(turn.items.length)} kept back and recorded nowhere`,
      "this release holds gated items back without a record: they are lost",
    );
  }
  return null;
}

interface TurnView {
  readonly items: readonly TurnItem[];
  /** Under a handoff's input filter: what it left of the items before the turn's own. */
  readonly filter?: readonly RawItem[];
}

/** The model is asked next: what was held back and the turn's outputs go out in one append. */
function runAgain(world: World, turn: ResolvedTurn, exit: TurnExit): Raised | null {
  const view = filteredTurn(world, turn);
  loseAnswers(world, turn.items, view.items);
  const says = turn.handsOff ? world.does.keepsRecord : world.does.writesRunAgain;
  world.step = says ? "next_step_run_again" : null;
  if (!says && world.does.writesRunAgain)
    tell(
      world,
      "the step is empty behind the handoff",
      "this release writes next_step_run_again only in a streamed run",
    );
  if (world.session === null) fold(world, view.items, view.filter);
  else {
    const raised = saveTurn(world, view);
    if (raised !== null) return raised;
  }
  const raised = storeStaged(world) ?? (exit === "max-turns" ? reachLimit(world) : null);
  if (raised === null && exit === "final-message") endDetached(world);
  return raised;
}

/** The limit is looked at after the turn and staged input were stored. A handler of the program's own can turn the error into a final output. */
export function reachLimit(world: World): Raised {
  if (world.count > 0)
    tell(world, "the limit is looked at", "a streamed run has started a new turn by then, and its count is 0 again");
  if (world.session === null && world.record?.held === true)
    tell(
      world,
      "the held write stays, as long as nobody handles the error",
      "a max_turns handler of the program ends the run here, and drops the held write (--then final-message)",
    );
  const message = "The turn limit is reached before the model is asked again.";
  return { outcome: "error", row: "X10", message, pointer: "/max_turns" };
}

/** `admit_pending_input`: staged input is appended before the next model call, without looking whether it is there. */
export function storeStaged(world: World): Raised | null {
  const { staged, serverManaged } = world.run;
  if (world.session === null || staged.length === 0 || serverManaged !== null) return null;
  tell(
    world,
    "staged input comes next",
    "it is appended before the model is asked, whether it is there already or not",
  );
  const items = staged.map((item): TurnItem => ({ kind: "input_item", item }));
  const count = world.count;
  const request = { ...writes(world), responseId: null, held: [], items, settlesHeld: false, registers: false };
  const saved = saveToSession(world, request);
  world.count = count;
  return isRaised(saved) ? saved : null;
}

/** A run that ends without a session drops the held write with it. */
export function endDetached(world: World): void {
  world.step = null;
  if (world.session !== null || claimHeld(world) === null) return;
  tell(
    world,
    "the held write is dropped",
    "the run is complete and no session was attached: its items reach no session",
  );
}

/** Output guardrails see the whole response at the end: with the gate on, its calls are stored with it. */
function endWithTool(world: World, turn: ResolvedTurn, gate: boolean): Raised | null {
  world.step = null;
  const raised = saveFinal(world, gate ? wholeResponse(world, turn) : turn.items);
  if (raised !== null) world.terminal = world.does.marksTerminal;
  else endDetached(world);
  return raised;
}

/** The guardrail trips: of this response only calls and withheld outputs are stored. Without the gate outputs were stored before it was asked. */
function trip(world: World, turn: ResolvedTurn): Raised | null {
  world.step = null;
  discardResponse(world);
  const response = wholeResponse(world, turn);
  const blocked = world.does.gates ? blockedItems(response) : turn.items;
  if (world.does.gates) loseAnswers(world, response, blocked);
  if (blocked.length === 0 && world.session !== null && world.record?.held === true)
    tell(
      world,
      "nothing is left of this response, but earlier turns are held",
      "a streamed run would not write them: they stay in the record of a checkpoint that does not load again",
    );
  return saveFinal(world, blocked) ?? guardrail("tripwire", "X7", "An output guardrail trips.");
}

function failGuardrail(world: World, turn: ResolvedTurn): Raised | null {
  const raises = guardrail("error", "X8", "An output guardrail raises.");
  // A turn that took over the outputs of an earlier resume can be tried again (`retry_terminal_output`).
  if (world.does.recoversOutputs && world.run.recovered.length > 0) {
    tell(
      world,
      "nothing is stored, the pause stays",
      "an earlier resume raised behind the tool: this turn can be tried once more",
    );
    return raises;
  }
  world.step = world.does.survivesDetachedFailure && world.session === null ? "next_step_run_again" : null;
  return saveFinal(world, world.does.gates ? wholeResponse(world, turn) : turn.items) ?? raises;
}

function guardrail(outcome: Outcome, row: RowId, message: string): Raised {
  return { outcome, row, message, pointer: "" };
}

/** `_current_response_items_for_persistence`: the response, the outputs it had before, and the new ones. */
function wholeResponse(world: World, turn: ResolvedTurn): TurnItem[] {
  const { response, outputs, unlinked } = world.run;
  const again = new Set(turn.items.map(({ item }) => answeredIdOf(item)));
  return [...response, ...outputs.filter(({ item }) => !again.has(answeredIdOf(item))), ...turn.items, ...unlinked];
}

const answers: ReadonlySet<ItemType> = new Set([
  "tool_call_output_item",
  "handoff_output_item",
  "mcp_approval_response_item",
]);

/** The history keeps only these of the items; the ledger keeps every call that has its answer. */
function loseAnswers(world: World, items: readonly TurnItem[], kept: readonly TurnItem[]): void {
  const left = new Set(kept.map(({ item }) => answeredIdOf(item)));
  const lost = items.filter(({ kind, item }) => answers.has(kind) && !left.has(answeredIdOf(item)));
  if (lost.length === 0 || !world.does.keepsLedger) return;
  world.whole = false;
  tell(
    world,
    `left out of the run's history: ${lost.map(({ item }) => answeredIdOf(item)).join(", ")}`,
    "its ledger still counts these calls as finished, so no reader loads a checkpoint that is saved from here on",
  );
}

/** What the input filter of a handoff leaves: named outputs (those of the service too) and responses go, what has no call id by its own id, or everything. */
function filteredTurn(world: World, turn: ResolvedTurn): TurnView {
  const drops = world.options.filterDrops;
  if (drops === undefined || !turn.handsOff) return { items: turn.items };
  if (drops === "all") return { items: [], filter: [] };
  const nameOf = ({ item }: TurnItem) =>
    isLocalOutput(item) || textOf(item, "call_id") === undefined
      ? (answeredIdOf(item) ?? textOf(item, "id"))
      : undefined;
  const stays = (entry: TurnItem) => !drops.has(nameOf(entry) ?? "");
  const before = [...world.run.response, ...world.run.outputs].filter(stays);
  return {
    items: turn.items.filter(stays),
    filter: before.map((entry) => asInput(world, entry, world.record?.idPolicy)),
  };
}

/** `save_resumed_turn_items` with the held write claimed. */
function saveTurn(world: World, view: TurnView, open: ReadonlySet<string> = new Set()): Raised | null {
  const held = claimHeld(world);
  const registers = held !== null || world.step !== null;
  const raised = saveWithHeld(world, held, view, { registers, countsHeld: true, open });
  return raised === null || held === null ? raised : { ...raised, row: "H7" };
}

/** `save_final_turn_items_after_guardrails`. */
function saveFinal(world: World, items: readonly TurnItem[]): Raised | null {
  if (world.session === null) return null;
  const held = claimHeld(world);
  const countsHeld = world.count > 0;
  return saveWithHeld(world, held, { items }, { registers: held !== null, countsHeld, open: new Set() });
}

interface SaveManner {
  readonly registers: boolean;
  readonly countsHeld: boolean;
  /** Ids of calls whose approval is open. */
  readonly open: ReadonlySet<string>;
}

function saveWithHeld(world: World, held: PendingWrite | null, view: TurnView, manner: SaveManner): Raised | null {
  const front = heldForSave(world, held, view.items, view.filter);
  if (view.items.length === 0 && front.length === 0) {
    if (held !== null)
      tell(world, "the held write is dropped", "the filter left nothing of this turn: what ran reaches no session");
    return null;
  }
  const turn = view.items.map((entry) => asInput(world, entry));
  const safe = safeToSettle(front, turn, manner.open);
  if (safe.length < front.length)
    tell(
      world,
      `${countItems(front.length - safe.length)} of the held write left out`,
      "a call must not be stored without its output",
    );
  const saved = saveToSession(world, {
    ...writes(world, held),
    held: safe,
    items: view.items,
    settlesHeld: held !== null,
    registers: manner.registers && world.does.keepsRecord,
    countsHeld: manner.countsHeld,
  });
  return isRaised(saved) ? saved : null;
}

function openIds({ run }: World, open: readonly Approval[]): Set<string> {
  const ids = open.flatMap(({ id, call }) => [id, askedIdOf(call), typeof call.id === "string" ? call.id : id]);
  return new Set([...ids, ...run.hurdles.asked].filter((id) => id !== ""));
}

/** `resumed_response_store`: the response's own storage setting, as the held record has it. */
function writes(
  world: World,
  held: PendingWrite | null = null,
): { responseId: string | null; store: boolean | null; countsHeld: boolean } {
  const { responseId } = world.run;
  const store = held !== null && (held.responseId ?? null) === responseId ? (held.store ?? null) : null;
  return { responseId, store, countsHeld: true };
}
