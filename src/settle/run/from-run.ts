import type { Document } from "../../document/document.ts";
import type { Json, JsonObject, Path } from "../../document/json.ts";
import { describeFinding } from "../../findings/describe.ts";
import type { Judgement } from "../../judge.ts";
import type { Agents } from "../../outlook/program/agents.ts";
import { serverKeysOf } from "../../outlook/server-conversation.ts";
import type { Reader } from "../../readers/releases.ts";
import { isIdPolicy } from "../../reading/id-policy.ts";
import type { PendingWriteReading } from "../../reading/reading.ts";
import { provesBoundary } from "../../reading/run/boundary.ts";
import { isError } from "../../rules/index.ts";
import { itemsAt, type RawItem } from "../../session/raw-item.ts";
import type { PendingWrite } from "../write/record.ts";
import { approvalsOf } from "./approvals.ts";
import { hurdlesOf, noHurdles } from "./hurdles.ts";
import { idleRequestsOf } from "./idle-requests.ts";
import { programOf } from "./program.ts";
import { responseOf } from "./response.ts";
import type { SettleRun } from "./run.ts";

/** What settling needs of a checkpoint, through the eyes of the reader that judged it, with the agents of the program if they are known.
 * With what it calls, the only place that knows the reading. */
export function settleRunOf(judgement: Judgement, reader: Reader, agents?: Agents): SettleRun {
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
    program: agents === undefined ? null : programOf(judgement, agents),
    terminal: run.terminal,
    hurdles: hurdlesOf(judgement),
    serverManaged: serverManagedBy(state),
    step: run.step?.type ?? null,
    proven: provesBoundary(run),
    record: run.pendingWrite === null ? null : recordOf(document, run.pendingWrite),
    turn,
    persistedCount: typeof count === "number" ? count : 0,
    idPolicy: isIdPolicy(policy) ? policy : null,
    approvals: approvalsOf(judgement, reading),
    ...idleRequestsOf(document, run),
    ...responseOf(document, run),
    staged: run.dialect.does.readsPendingInput ? listOf(document, state.pending_input, ["pending_input"]) : [],
  };
}

function emptyRun(reader: Reader): SettleRun {
  return {
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
    idPolicy: null,
    approvals: [],
    callbacks: [],
    answered: [],
    response: [],
    modelCalls: [],
    unlinked: [],
    outputs: [],
    recovered: [],
    responseId: null,
    handoffs: [],
    staged: [],
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
 * tells apart from others of its name, or the tool that a finished call is known by. Any other agent that is missing is left out in silence
 * (`_resolve_agent_from_data`, `_validate_completed_tool_invocations`). */
function refusalForAgents({ findings, reading }: Judgement): SettleRun["refusal"] {
  const raises = findings.find(({ rule, path, args }) => {
    if (rule === "patch-tool-not-defined") return path[0] === "context";
    return (
      rule === "agent-not-defined" && (path[0] === "current_agent" || (path.length > 0 && Number(args.found ?? 0) > 0))
    );
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

function recordOf(document: Document, record: PendingWriteReading): PendingWrite {
  return {
    sessionId: record.session_id,
    items: listOf(document, record.items, ["pending_session_write", "items"]),
    before: record.before,
    persistedCount: record.persisted_count,
    responseId: record.response_id,
    store: record.store,
    localOutputs: record.has_local_tool_outputs,
    acknowledged: record.append_acknowledged,
    exchange: record.compaction_model_exchange,
    held: record.held,
    idPolicy: record.reasoning_item_id_policy,
    response: record.current_response,
  };
}

function listOf(document: Document, list: Json | undefined, path: Path): RawItem[] {
  const span = document.span(path);
  return Array.isArray(list) && span !== undefined ? itemsAt(document.text, span.start, list) : [];
}
