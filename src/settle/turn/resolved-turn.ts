import { isObject, type JsonObject, member } from "../../document/json.ts";
import type { SettleBehaviour } from "../behaviour.ts";
import type { SettleOptions } from "../options.ts";
import type { Approval, Decision, SettleRun, TurnItem } from "../run/run.ts";
import { answeredIdOf, approvedItem, askedIdOf, outputItem, outputText, rejectedItem } from "./answers.ts";
import { decisionOf, isTold } from "./decisions.ts";
import { type Answer, inCallOrder, placesOf, rankOf } from "./order.ts";

const secondHandoff = "Multiple handoffs detected, ignoring this one.";

/** The resumed turn: what running and rejecting brought, and what is still open. */
export interface ResolvedTurn {
  readonly items: readonly TurnItem[];
  /** The same as they come in; a held write without a session takes them so. */
  readonly made: readonly TurnItem[];
  readonly open: readonly Approval[];
  /** Those of them that are approved, and that nothing runs in their nested run. */
  readonly lacking: readonly string[];
  /** Calls of agents run as tools whose own run pauses: they have no output yet. */
  readonly pausing: readonly string[];
  /** Requests that a callback answers. */
  readonly asked: readonly string[];
  /** The run pauses again. */
  readonly waits: boolean;
  /** The run hands over: nothing waits, and the response asks for a handoff. */
  readonly handsOff: boolean;
}

/** `resolve_interrupted_turn`: what an earlier resume left first, then function calls, then the other kinds, then MCP responses, those of
 * callbacks last, then handoffs. 0.24.0 puts the outputs in the order of their calls after that. */
export function resolveTurn(run: SettleRun, options: SettleOptions, does: SettleBehaviour): ResolvedTurn {
  const done = new Set(run.outputs.map(({ item }) => answeredIdOf(item)));
  const { open, lacking, twice, pausing, waits } = stillOpen(run, options, done);
  const isThrough = ({ item }: TurnItem) => !pausing.has(answeredIdOf(item) ?? "");
  const placeOf = placesOf(run.response.map(({ item }) => (isObject(item.value) ? askedIdOf(item.value) : undefined)));
  const ranked = answersOf(run, options, does, { open, done })
    .filter(isThrough)
    .toSorted((a, b) => rankOf(a, does) - rankOf(b, does) || placeOf(a) - placeOf(b));
  const callbacks = waits ? [] : run.callbacks;
  const [first, ...ignored] = waits ? [] : run.handoffs.filter((call) => !done.has(askedIdOf(call)));
  const items = [
    ...(does.recoversOutputs ? run.recovered.filter(isThrough) : []),
    ...ranked,
    ...callbacks.map((request) => callbackAnswer(request, options)),
    ...ignored.map((call) => outputItem(call, secondHandoff)),
  ];
  const handoff = first === undefined ? [] : [handoffItem(first, options)];
  return {
    items: [...(does.ordersOutputs ? inCallOrder(run, items) : items), ...handoff],
    made: [...items, ...handoff],
    open: [...open, ...twice],
    lacking: lacking.map(({ id }) => id),
    pausing: [...pausing],
    asked: callbacks.map(({ id }) => id),
    waits,
    handsOff: first !== undefined,
  };
}

/** What the turn begins with: the calls that have their output, and those that are open. */
interface Start {
  readonly open: readonly Approval[];
  readonly done: ReadonlySet<string | undefined>;
}

/** What keeps the run waiting. */
interface StillOpen {
  readonly open: readonly Approval[];
  readonly lacking: readonly Approval[];
  /** Answered, and asked for once more. */
  readonly twice: readonly Approval[];
  readonly pausing: ReadonlySet<string>;
  readonly waits: boolean;
}

function stillOpen(run: SettleRun, options: SettleOptions, done: Start["done"]): StillOpen {
  const { asked, pauses } = run.hurdles;
  const lacking = run.approvals.filter(
    (approval) => run.hurdles.lacking.has(approval.id) && decisionOf(approval, options.decide) === "approve",
  );
  const open = run.approvals.filter(
    (approval) =>
      asked.has(approval.id) ||
      lacking.includes(approval) ||
      (!done.has(approval.id) && decisionOf(approval, options.decide) === null),
  );
  const pausing = pausingCalls(run, options, open);
  const isAsked = ({ id, askedTwice, askedAfter }: Approval) =>
    askedTwice || (askedAfter && !isTold(id, options.decide));
  const twice = run.approvals.filter((approval) => isAsked(approval) && !open.includes(approval));
  return { open, lacking, twice, pausing, waits: pauses || open.length + twice.length + pausing.size > 0 };
}

/** What has its output is done, but for a call that runs once more. */
function answersOf(run: SettleRun, options: SettleOptions, does: SettleBehaviour, { open, done }: Start): Answer[] {
  const isNew = ({ item, rejected }: Answer) => {
    const id = answeredIdOf(item) ?? "";
    return !done.has(id) || (run.hurdles.again.has(id) && !rejected);
  };
  const rerun = run.hurdles.rerun.map((call) => ({
    ...approvedItem({ id: askedIdOf(call), call }, options),
    rejected: false,
  }));
  const fresh = [...ownAnswers(run, options, open), ...nestedAnswers(run, options, open), ...rerun].filter(isNew);
  return does.repeatsMcpResponses ? [...fresh, ...answeredAgain(run, options)] : fresh;
}

/** Calls of agents run as tools that pause: those that are named, and with every approval decided all of them that were approved, since
 * nothing else can make the run pause again; none whose output is given. */
function pausingCalls(run: SettleRun, options: SettleOptions, open: readonly Approval[]): ReadonlySet<string> {
  const { decide, exit, outputs } = options;
  const isNamed = (id: string) => typeof decide !== "string" && decide.get(id) === "pause";
  const pauses = ({ id }: Approval) => isNamed(id) || (exit === "pause" && open.length === 0);
  const calls = run.approvals.flatMap((approval) => {
    const around = approval.nestedIn.map(askedIdOf);
    if (around.length > 0) return pauses(approval) ? around : around.filter(isNamed);
    return pauses(approval) && approval.runsAgent && decisionOf(approval, decide) === "approve" ? [approval.id] : [];
  });
  const nested = run.approvals.flatMap(({ nestedIn }) => nestedIn.map(askedIdOf));
  return new Set([...calls.filter((id) => !outputs.has(id)), ...nested.filter((id) => run.hurdles.asked.has(id))]);
}

/** What the callback says is not in the file: it approves, unless that very request is decided (`execute_mcp_approval_requests`). */
function callbackAnswer(request: Approval, options: SettleOptions): TurnItem {
  const decide = typeof options.decide === "string" ? "none" : options.decide;
  return answerTo(request, decisionOf(request, decide) ?? "approve", options);
}

function ownAnswers(run: SettleRun, options: SettleOptions, open: readonly Approval[]): Answer[] {
  return run.approvals.flatMap((approval) => {
    const decision = decisionOf(approval, options.decide);
    if (!approval.answeredHere || decision === null || open.includes(approval)) return [];
    return answerTo({ ...approval, rejection: textFor(approval, options) }, decision, options);
  });
}

/** The responses of earlier resumes, made once more from the decisions on record. */
function answeredAgain({ answered }: SettleRun, options: SettleOptions): Answer[] {
  return answered.flatMap((request) => (request.decided === null ? [] : answerTo(request, request.decided, options)));
}

function answerTo(approval: Approval, decision: Decision, options: SettleOptions): Answer {
  const rejected = decision === "reject";
  return { ...(rejected ? rejectedItem(approval) : approvedItem(approval, options)), rejected };
}

/** A decision that the program takes now brings no words of its own. */
function textFor({ id, rejection, lastingRejection }: Approval, { decide }: SettleOptions): string | undefined {
  return isTold(id, decide) ? lastingRejection : rejection;
}

/** A nested run answers the call it belongs to once nothing in it is open. */
function nestedAnswers(run: SettleRun, options: SettleOptions, open: readonly Approval[]): Answer[] {
  const waiting = new Set(open.flatMap(({ nestedIn }) => nestedIn.map(askedIdOf)));
  const calls = new Map(
    run.approvals.flatMap(({ nestedIn }) => nestedIn.map((call) => [askedIdOf(call), call] as const)),
  );
  return [...calls]
    .filter(([id]) => !waiting.has(id))
    .map(([, call]) => ({ ...outputItem(call, outputText(call, options)), rejected: false }));
}

/** `Handoff.get_transfer_message`; the target's name is taken from the tool's, which the SDK makes of it. */
function transferText(call: JsonObject, options: SettleOptions): string {
  const name = member(call, "name");
  const target =
    typeof name === "string" && name.startsWith("transfer_to_") ? name.slice("transfer_to_".length) : undefined;
  return (
    options.outputs.get(askedIdOf(call)) ??
    (target === undefined ? outputText(call, options) : `{"assistant": ${JSON.stringify(target)}}`)
  );
}

function handoffItem(call: JsonObject, options: SettleOptions): TurnItem {
  return { ...outputItem(call, transferText(call, options)), kind: "handoff_output_item" };
}
