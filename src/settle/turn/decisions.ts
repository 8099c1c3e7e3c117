import { isObject, type JsonObject, member, objectOf } from "../../document/json.ts";
import type { SettleBehaviour } from "../behaviour.ts";
import { typeOf } from "../items/pairs.ts";
import type { SettleOptions } from "../options.ts";
import type { Approval, Decision, SettleRun, TurnItem } from "../run/run.ts";
import { answeredIdOf, approvedItem, askedIdOf, outputItem, outputText, rejectedItem } from "./answers.ts";

const secondHandoff = "Multiple handoffs detected, ignoring this one.";

/** The resumed turn: what running and rejecting brought, and what is still open. */
export interface ResolvedTurn {
  readonly items: readonly TurnItem[];
  /** The same as they come in; a held write without a session takes them so. */
  readonly made: readonly TurnItem[];
  readonly open: readonly Approval[];
  /** Calls of agents run as tools whose own run pauses: they have no output yet. */
  readonly pausing: readonly string[];
  /** Requests that a callback answers. */
  readonly asked: readonly string[];
  /** The run pauses again. */
  readonly waits: boolean;
  /** The run hands over: nothing waits, and the response asks for a handoff. */
  readonly handsOff: boolean;
}

export function decisionOf(approval: Approval, decide: SettleOptions["decide"]): Decision | null {
  if (approval.sticks !== null) return approval.sticks;
  if (decide === "approve" || decide === "reject") return decide;
  const told = decide === "none" ? undefined : decide.get(approval.id);
  return told === "pause" ? "approve" : (told ?? approval.decided);
}

/** `resolve_interrupted_turn`: what an earlier resume left first, then function calls, then the other kinds, then MCP responses, those of callbacks last, then handoffs. 0.24.0
 * puts the outputs in the order of their calls after that. */
export function resolveTurn(run: SettleRun, options: SettleOptions, does: SettleBehaviour): ResolvedTurn {
  const { asked, pauses, again } = run.hurdles;
  const done = new Set(run.outputs.map(({ item }) => answeredIdOf(item)));
  const open = run.approvals.filter(
    (approval) => asked.has(approval.id) || (!done.has(approval.id) && decisionOf(approval, options.decide) === null),
  );
  const recovered = does.recoversOutputs ? run.recovered : [];
  const fresh = [...ownAnswers(run, options, open), ...nestedAnswers(run, options, open)];
  // What has its output is done, but for a call that runs once more.
  const isNew = ({ item, rejected }: Answer) => {
    const id = answeredIdOf(item) ?? "";
    return !done.has(id) || (again.has(id) && !rejected);
  };
  const running = [...fresh.filter(isNew), ...(does.repeatsMcpResponses ? answeredAgain(run, options) : [])];
  const pausing = pausingCalls(run, options, open);
  const isThrough = ({ item }: TurnItem) => !pausing.has(answeredIdOf(item) ?? "");
  const isAsked = ({ id, askedTwice, askedAfter }: Approval) =>
    askedTwice || (askedAfter && !isTold(id, options.decide));
  const twice = run.approvals.filter((approval) => isAsked(approval) && !open.includes(approval));
  const waits = pauses || open.length + twice.length + pausing.size > 0;
  const placeOf = placesOf(run.response.map(({ item }) => (isObject(item.value) ? askedIdOf(item.value) : undefined)));
  const ranked = running
    .filter(isThrough)
    .toSorted((a, b) => rankOf(a, does) - rankOf(b, does) || placeOf(a) - placeOf(b));
  const callbacks = waits ? [] : run.callbacks;
  const handoffs = waits ? [] : run.handoffs.filter((call) => !done.has(askedIdOf(call)));
  const [first, ...rest] = handoffs;
  const ignored = rest.map((call) => outputItem(call, secondHandoff));
  const items = [
    ...recovered.filter(isThrough),
    ...ranked,
    ...callbacks.map((request) => callbackAnswer(request, options)),
    ...ignored,
  ];
  const ordered = does.ordersOutputs ? inCallOrder(run, items) : items;
  const handoff =
    first === undefined
      ? []
      : [{ ...outputItem(first, transferText(first, options)), kind: "handoff_output_item" as const }];
  return {
    items: [...ordered, ...handoff],
    made: [...items, ...handoff],
    open: [...open, ...twice],
    pausing: [...pausing],
    asked: callbacks.map(({ id }) => id),
    waits,
    handsOff: first !== undefined,
  };
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
  return decisionOf(request, decide) === "reject" ? rejectedItem(request) : approvedItem(request, options);
}

interface Answer extends TurnItem {
  readonly rejected: boolean;
}

function ownAnswers(run: SettleRun, options: SettleOptions, open: readonly Approval[]): Answer[] {
  const answers: Answer[] = [];
  for (const approval of run.approvals) {
    const decision = decisionOf(approval, options.decide);
    if (!approval.answeredHere || decision === null || open.includes(approval)) continue;
    const rejected = decision === "reject";
    const told = { ...approval, rejection: textFor(approval, options) };
    answers.push({ ...(rejected ? rejectedItem(told) : approvedItem(approval, options)), rejected });
  }
  return answers;
}

/** The responses of earlier resumes, made once more from the decisions on record. */
function answeredAgain({ answered }: SettleRun, options: SettleOptions): Answer[] {
  return answered.flatMap((request) =>
    request.decided === null
      ? []
      : [
          {
            ...(request.decided === "reject" ? rejectedItem(request) : approvedItem(request, options)),
            rejected: request.decided === "reject",
          },
        ],
  );
}

/** A decision that the program takes now brings no words of its own. */
function textFor({ id, rejection, lastingRejection }: Approval, { decide }: SettleOptions): string | undefined {
  return isTold(id, decide) ? lastingRejection : rejection;
}

/** The options decide the call: the program calls `state.approve()` or `state.reject()` before it resumes. */
export function isTold(id: string, decide: SettleOptions["decide"]): boolean {
  return typeof decide === "string" ? decide !== "none" : decide.has(id);
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

const ran = ["function_call_output", "custom_tool_call_output", "shell_call_output", "apply_patch_call_output"];
const behind = [
  ...["function_call_output", "shell_call_output", "custom_tool_call_output"],
  ...["apply_patch_call_output", "mcp_approval_response"],
];

/** Function calls come first, in newer releases rejected ones among them; other rejections behind all that ran. */
function rankOf({ item, rejected }: Answer, does: SettleBehaviour): number {
  const type = typeOf(item) ?? "";
  const isAmongThem = !rejected || (type === "function_call_output" && does.mixesRejections);
  const place = isAmongThem ? ran.indexOf(type) : -1;
  return place === -1 ? ran.length + behind.indexOf(type) : place;
}

type Place = (entry: TurnItem) => number;

/** Where the call of an output stands among these. */
function placesOf(calls: readonly (string | undefined)[]): Place {
  const places = new Map<string, number>();
  for (const [place, id] of calls.entries()) if (id !== undefined && !places.has(id)) places.set(id, place);
  return ({ item }) => places.get(askedIdOf(objectOf(item.value))) ?? calls.length;
}

/** `order_current_turn_tool_outputs`: outputs change places among themselves, other items keep theirs. */
function inCallOrder({ modelCalls }: SettleRun, items: readonly TurnItem[]): TurnItem[] {
  const isOrdered = (entry: TurnItem) => entry.kind === "tool_call_output_item";
  const placeOf = placesOf(modelCalls);
  const outputs = items.filter(isOrdered).toSorted((a, b) => placeOf(a) - placeOf(b));
  const next = outputs.values();
  return items.map((entry) => (isOrdered(entry) ? (next.next().value ?? entry) : entry));
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
