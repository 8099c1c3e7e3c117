import type { Document } from "../../document/document.ts";
import { isObject, type Json, type JsonObject, member, type Path } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { describeFinding } from "../../findings/describe.ts";
import type { Judgement } from "../../judge.ts";
import { addTo } from "../../multimap.ts";
import type { Agents } from "../../outlook/agents.ts";
import { type Decision, pendingCallOf } from "../../outlook/decisions.ts";
import { handoffsOf } from "../../outlook/handoffs.ts";
import { lacksRecipient, provesBoundary } from "../../outlook/run-rules.ts";
import { serverKeysOf } from "../../outlook/server-conversation.ts";
import { standingIn, standingsOf } from "../../outlook/standing.ts";
import { callsTakenTwice, ownApprovals } from "../../outlook/waiting-calls.ts";
import type { Reader } from "../../readers/releases.ts";
import { answeredIds } from "../../reading/answered.ts";
import type { ApprovalReading, ItemReading, Reading, RunReading } from "../../reading/reading.ts";
import { waitingApprovals } from "../../reading/waiting-approvals.ts";
import { isError } from "../../rules/index.ts";
import { itemsAt, type RawItem } from "../../session/raw-item.ts";
import { askedIdOf } from "../turn/answers.ts";
import type { IdPolicy, PendingWrite } from "../write/record.ts";
import { callbackRequestsOf } from "./callback-requests.ts";
import { decidedBy } from "./decided.ts";
import { hurdlesOf, noHurdles } from "./hurdles.ts";
import { programOf } from "./program.ts";
import type { Approval, SettleRun, TurnItem } from "./run.ts";

/** What settling needs of a checkpoint, through the eyes of the reader that judged it, with the agents of the program if they are known.
 * With what it calls, the only place that knows the reading. */
export function settleRunOf(judgement: Judgement, reader: Reader, agents: Agents | null = null): SettleRun {
  const { reading } = judgement;
  const refusal = refusalOf(judgement) ?? refusalForAgents(judgement);
  if (reading === null) return { ...emptyRun(reader), refusal };
  const { document, run } = reading;
  const { state } = run;
  const turn = typeof state.current_turn === "number" ? state.current_turn : 0;
  const count = state.current_turn_persisted_item_count;
  const policy = state.reasoning_item_id_policy;
  return {
    reader,
    refusal,
    program: agents === null ? null : programOf(judgement, agents),
    terminal: run.terminal,
    hurdles: hurdlesOf(judgement),
    serverManaged: serverManagedBy(state),
    step: run.step?.type ?? null,
    proven: provesBoundary(run),
    record: run.pendingWrite === null ? null : recordOf(document, run.pendingWrite),
    turn,
    persistedCount: typeof count === "number" ? count : 0,
    idPolicy: policy === "omit" || policy === "preserve" ? policy : null,
    approvals: approvalsOf(judgement, reading),
    callbacks: callbackRequestsOf(document, run),
    ...responseOf(document, run),
    staged: run.dialect.does.readsPendingInput ? listOf(document, state.pending_input, ["pending_input"]) : [],
  };
}

function emptyRun(reader: Reader): SettleRun {
  return {
    ...{
      reader,
      refusal: null,
      program: null,
      terminal: false,
      hurdles: noHurdles,
      serverManaged: null,
      step: null,
      proven: true,
      record: null,
      turn: 0,
      persistedCount: 0,
    },
    ...{
      idPolicy: null,
      approvals: [],
      callbacks: [],
      response: [],
      outputs: [],
      recovered: [],
      responseId: null,
      handoffs: [],
      staged: [],
    },
  };
}

function refusalOf({ verdict, findings, reading }: Judgement): SettleRun["refusal"] {
  if (verdict === "accepted") return null;
  const error = findings.find(isError);
  if (error === undefined) return { message: "The reader refuses the checkpoint.", pointer: "" };
  const { message, pointer } = describeFinding(error, reading?.document ?? null);
  return { message, pointer };
}

/** Why the reader raises over these agents although it takes the document: the current agent is not there, or an agent that the file
 * tells apart from others of its name. Any other agent that is missing is left out in silence (`_resolve_agent_from_data`). */
function refusalForAgents({ findings, reading }: Judgement): SettleRun["refusal"] {
  const raises = findings.find(({ rule, path, args }) => {
    if (rule !== "agent-not-defined") return false;
    return path[0] === "current_agent" || (path.length > 0 && Number(args.found ?? 0) > 0);
  });
  if (raises === undefined) return null;
  const { message, pointer } = describeFinding(raises, reading?.document ?? null);
  return { message: `${message} The SDK raises when it loads the checkpoint.`, pointer };
}

/** `validate_session_conversation_settings`. */
function serverManagedBy(state: JsonObject): string | null {
  const [key] = serverKeysOf(state);
  return key === undefined ? null : `/${key}`;
}

/** The record as the reader took it: its shape was checked there. */
function recordOf(document: Document, record: JsonObject): PendingWrite {
  const text = (key: string) => record[key] as string | null | undefined;
  const flag = (key: string) => record[key] as boolean | undefined;
  const optional = {
    held: flag("held"),
    responseId: text("response_id"),
    store: record.store as boolean | null | undefined,
    localOutputs: flag("has_local_tool_outputs"),
    acknowledged: flag("append_acknowledged"),
    exchange: record.compaction_model_exchange as JsonObject | undefined,
    idPolicy: record.reasoning_item_id_policy as IdPolicy | undefined,
    response: record.current_response as { turn: number; start: number } | undefined,
  };
  const present = Object.entries(optional).filter(([, value]) => value !== undefined);
  return {
    sessionId: record.session_id as string,
    items: listOf(document, record.items, ["pending_session_write", "items"]),
    before: record.before as string[] | null,
    persistedCount: record.persisted_count as number,
    ...(Object.fromEntries(present) as Partial<PendingWrite>),
  };
}

function listOf(document: Document, list: Json | undefined, path: Path): RawItem[] {
  const span = document.span(path);
  return Array.isArray(list) && span !== undefined ? itemsAt(document.text, span.start, list) : [];
}

function itemAt(document: Document, path: Path, value: Json): RawItem {
  const span = document.span(path);
  return { text: span === undefined ? JSON.stringify(value) : document.text.slice(span.start, span.end), value };
}

function turnItem(document: Document, list: Path, entry: ItemReading): TurnItem {
  return { kind: entry.type, item: itemAt(document, [...list, entry.index, "raw_item"], entry.raw) };
}

/** The calls that the run waits for, with the decision that the reader takes for each. */
function approvalsOf(judgement: Judgement, { document, run }: Reading): Approval[] {
  const own = new Set(ownApprovals(run));
  const decisions = decisionsByCall(document, run);
  const handed = handedIn(judgement);
  const outside = standingIn(document, run);
  const nested = nestedCallsByWaiting(run);
  const twice = askedTwice(run, own);
  return waitingApprovals(run).flatMap((approval) => {
    const { raw, data } = approval;
    if (!isObject(raw)) return [];
    const call = pendingCallOf(approval);
    const id = call.callId ?? "";
    const nestedIn = own.has(approval) ? [] : (nested.get(id) ?? []);
    const isHanded = handed.has(id);
    const looksOutside = nestedIn.length > 0 && (isHanded || run.dialect.does.sharesDecisions);
    const decision = decisions.get(id) ?? (looksOutside ? outside(call).counts : null);
    return [
      {
        id,
        call: raw,
        pointer: pointerOf([...run.base, ...approval.path]),
        ...decidedBy(decision, id),
        nestedIn,
        askedTwice: nestedIn.length > 0 && twice.has(id),
        askedAfter: isHanded,
        runsAgent: isObject(data.tool_origin) && member(data.tool_origin, "type") === "agent_as_tool",
        lacksRecipient: lacksRecipient(run, call),
        sticks: sticksIn(run, decision),
      },
    ];
  });
}

/** Ids of calls of nested runs whose decision stands in the outer run, in files below 1.15: later releases hand it in, once
 * (`_restore_pending_nested_agent_tool_runs`). */
function handedIn({ findings }: Judgement): ReadonlySet<unknown> {
  return new Set(findings.filter(({ rule }) => rule === "nested-decision-outside").map(({ args }) => args.id));
}

/** Up to 0.21.0 a decision for every call goes before one about this call (`_get_approval_status_for_record`). */
function sticksIn({ dialect }: RunReading, decision: Decision | null): Approval["sticks"] {
  const sticks = !dialect.does.ownDecisionBeatsSticky && decision?.callId === null;
  return sticks ? decidedBy(decision, "").decided : null;
}

/** Ids of nested calls that the level asks for itself too: calls of its own agent, and those that hide a call of its own, since a step
 * lists each id once (`_add_pending_interruption`). */
function askedTwice(run: RunReading, own: ReadonlySet<ApprovalReading>): Set<string | null> {
  if (!run.dialect.does.asksForOwnAgentsCalls) return new Set();
  const listed = new Set([...own].map((approval) => pendingCallOf(approval).callId));
  const answered = answeredIds(run.generated.kept);
  const hidden = (run.processed?.functions ?? [])
    .filter(({ nested }) => nested === null)
    .map(({ call }) => askedIdOf(call))
    .filter((id) => !listed.has(id) && !answered.has(id));
  return new Set([...callsTakenTwice(run).map(({ callId }) => callId), ...hidden]);
}

/** The decisions that count, those of nested runs at any depth too. */
function decisionsByCall(document: Document, run: RunReading): Map<string, Decision> {
  const found = new Map<string, Decision>();
  for (const { call, counts } of standingsOf(document, run)) {
    if (call.callId !== null && counts !== null) found.set(call.callId, counts);
  }
  for (const { nested } of run.processed?.functions ?? []) {
    if (nested === null || nested.rejected) continue;
    for (const [id, decision] of decisionsByCall(document, nested)) if (!found.has(id)) found.set(id, decision);
  }
  return found;
}

/** By the id of a call that a nested run waits for: the calls in the paused response that the run belongs to. */
function nestedCallsByWaiting(run: RunReading): Map<string, JsonObject[]> {
  const found = new Map<string, JsonObject[]>();
  for (const { nested, call } of run.processed?.functions ?? []) {
    if (nested === null || nested.rejected) continue;
    for (const id of new Set(waitingApprovals(nested).map((approval) => pendingCallOf(approval).callId)))
      if (id !== null) addTo(found, id, call);
  }
  return found;
}

/** The paused response: its items, what the run has made of it already, its id and the handoffs it asks for. */
function responseOf(
  document: Document,
  run: RunReading,
): Pick<SettleRun, "response" | "outputs" | "recovered" | "responseId" | "handoffs"> {
  const kept = run.processed?.newItems.kept ?? [];
  const response = kept.map((entry) =>
    turnItem(document, [...run.base, "last_processed_response", "new_items"], entry),
  );
  const start = startOfResponse(run.generated.kept, kept);
  const later =
    start === -1
      ? []
      : run.generated.kept.slice(start + kept.length).filter(({ type }) => type !== "tool_approval_item");
  const outputs = later.map((entry) => turnItem(document, [...run.base, "generated_items"], entry));
  const responses = run.state.model_responses;
  const last = Array.isArray(responses) ? responses.at(-1) : undefined;
  const responseId = isObject(last) ? member(last, "response_id") : undefined;
  return {
    response,
    outputs,
    recovered: provesBoundary(run) ? outputs.filter(unpublishedIn(run, kept)) : [],
    responseId: typeof responseId === "string" ? responseId : null,
    handoffs: run.dialect.does.takesUpHandoffs ? [...handoffsOf(run)].map(({ call }) => call) : [],
  };
}

/** Whether the run's history after the response lacks an output (`resolve_interrupted_turn`; it is sure of the response, or recovers none). */
function unpublishedIn({ session }: RunReading, response: readonly ItemReading[]): (entry: TurnItem) => boolean {
  const start = session === null ? -1 : startOfResponse(session.kept, response);
  if (session === null || start === -1) return () => false;
  const keyOf = (raw: Json) => (isObject(raw) ? `${raw.type} ${askedIdOf(raw)}` : "");
  const later = session.kept.slice(start + response.length).filter(({ type }) => type === "tool_call_output_item");
  const published = new Set(later.map(({ raw }) => keyOf(raw)));
  return ({ kind, item }) => kind === "tool_call_output_item" && !published.has(keyOf(item.value));
}

/** Where the response begins among the generated items. It is found by its last call: the ids of calls tell them apart, those of messages
 * need not (models behind the Chat Completions API give all of theirs one id). */
function startOfResponse(generated: readonly ItemReading[], response: readonly ItemReading[]): number {
  const isCall = ({ raw }: ItemReading) => isObject(raw) && typeof raw.call_id === "string";
  const lastCall = response.findLastIndex(isCall);
  const place = lastCall === -1 ? response.length - 1 : lastCall;
  const anchor = response[place];
  if (anchor === undefined || !isObject(anchor.raw)) return -1;
  const id = askedIdOf(anchor.raw);
  const found = generated.findLastIndex(
    ({ type, raw }) => type === anchor.type && isObject(raw) && askedIdOf(raw) === id,
  );
  return found < place ? -1 : found - place;
}
