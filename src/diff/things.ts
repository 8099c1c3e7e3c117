import type { Document } from "../document/document.ts";
import { isObject, type Json, type JsonObject, member, objectOf, type Path } from "../document/json.ts";
import { valueAt } from "../document/value-at.ts";
import { turnsOf } from "../inspect/turns.ts";
import { decisionsOf, rejectionText } from "../outlook/decisions/decisions.ts";
import { type Standing, standingsOf } from "../outlook/decisions/standing.ts";
import { idOfCall, outputIdentity } from "../python/calls.ts";
import { isTwin } from "../python/equality.ts";
import { agentKey } from "../reading/agents.ts";
import type { ItemsReading, RunReading } from "../reading/reading.ts";
import { queuedCalls } from "../reading/run/queued.ts";
import { sdkWords } from "../redact/words.ts";
import type { Part } from "./difference.ts";
import { numberOrNull, tell } from "./telling.ts";
import { contentOf, type Thing, thing } from "./thing.ts";

/** The things of one run, in the order in which they are told. */
export function thingsOf(document: Document, run: RunReading): Thing[] {
  return [
    ...fields(run),
    ...agents(run),
    ...turns(run),
    ...items(run, "items", "generated_items", run.generated),
    ...(run.session === null ? [] : items(run, "session items", "session_items", run.session)),
    ...waiting(document, run),
    ...decisions(run),
    ...write(run),
    ...list(run, "staged input", "pending_input"),
    ...usage(run),
    ...context(run),
  ];
}

const toldFields: readonly (readonly [Part, name: string, key: string])[] = [
  ["label", "schema version", "$schemaVersion"],
  ["position", "turn", "current_turn"],
  ["position", "max turns", "max_turns"],
  ["position", "conversation", "conversation_id"],
  ["position", "previous response", "previous_response_id"],
  ["position", "items of this turn that are stored", "current_turn_persisted_item_count"],
];

function fields(run: RunReading): Thing[] {
  const { state, step, terminal } = run;
  const things = toldFields.map(([part, name, key]) =>
    thing(run, [key], { part, name, value: state[key] ?? null, told: tell(key, state[key]) }),
  );
  const agent = isObject(state.current_agent)
    ? (state.current_agent.identity ?? state.current_agent.name)
    : state.current_agent;
  const type = step?.type ?? "none";
  const end = terminal ? "yes" : "no";
  things.push(
    thing(run, ["current_agent"], {
      part: "position",
      name: "agent",
      value: agent ?? null,
      told: tell("current_agent", agent),
    }),
    thing(run, ["current_step"], { part: "step", name: "step", value: type, told: type }),
    thing(run, ["terminal_unrecoverable"], { part: "step", name: "ended beyond recovery", value: end, told: end }),
  );
  const input = state.original_input;
  if (input === undefined) return things;
  if (Array.isArray(input)) return [...things, ...list(run, "input", "original_input")];
  return [...things, thing(run, ["original_input"], { part: "input", name: "original input", value: input })];
}

function agents(run: RunReading): Thing[] {
  const tracker = run.state.tool_use_tracker;
  if (!isObject(tracker)) return [];
  return Object.keys(tracker).map((name) => {
    const tools = member(tracker, name) as Json;
    const told = Array.isArray(tools) ? tools.filter((tool) => typeof tool === "string").join(", ") : null;
    return thing(run, ["tool_use_tracker", name], {
      part: "agents",
      name: `tools used by ${name}`,
      value: tools,
      told,
    });
  });
}

function turns(run: RunReading): Thing[] {
  const responses = run.state.model_responses as Json[];
  return turnsOf(run).map(({ responseId, messages, reasoning, calls }, at) => {
    const called = calls.map(({ tool, callId }) => `${tool} ${callId ?? "without id"}`);
    const parts = [messages > 0 ? `${messages} message` : "", reasoning > 0 ? `${reasoning} reasoning` : "", ...called];
    const response = responses[at];
    return thing(run, ["model_responses", at], {
      part: "turns",
      // Two responses may have no id, or the same one.
      key: `${responseId ?? ""} ${at}`,
      name: responseId ?? `response ${at + 1}`,
      value: isObject(response) ? { output: response.output ?? null } : (response as Json),
      told: parts.filter((part) => part !== "").join(", "),
    });
  });
}

function items(run: RunReading, part: Part, list: string, { kept }: ItemsReading): Thing[] {
  return kept.map(({ type, data, raw, index }) => {
    const id = idOfItem(raw);
    const tool = typeof data.tool_name === "string" ? data.tool_name : isObject(raw) ? raw.name : undefined;
    const name = [type, typeof tool === "string" ? tool : "", id ?? ""].filter((word) => word !== "").join(" ");
    const key = `${type} ${id ?? contentOf(raw)}`;
    return thing(run, [list, index], { part, key, name, value: itemContent(data, raw) });
  });
}

/** What an item is to its run; how its tool is looked up differs between labels. */
function itemContent(data: JsonObject, raw: Json): Json {
  const { output = null, custom_data: custom = null } = data;
  const agents = [data.agent, data.source_agent, data.target_agent].map(agentKey);
  return [raw, output, custom, ...agents];
}

function idOfItem(raw: Json): string | null {
  const id = idOfCall(raw) ?? outputIdentity(raw)?.callId ?? (isObject(raw) ? (raw.id ?? null) : null);
  return typeof id === "string" && id !== "" ? id : null;
}

/** A waiting call also changes with its agent, and with what the resume would run for it where that is another call. */
function waiting(document: Document, run: RunReading): Thing[] {
  const queued = queuedCalls(run);
  return standingsOf(document, run).map((standing) => {
    const { call } = standing;
    const told = standingText(standing);
    const name = `${call.callId ?? "call without id"} ${call.tool}`;
    const { path, raw, data } = call.approval;
    const runs = queued.get(call.callId) ?? null;
    const value = [told, raw, agentKey(data.agent), isTwin(runs, raw) ? null : runs];
    return thing(run, path, { part: "calls", name, value, told });
  });
}

function standingText({ counts, objections }: Standing): string {
  if (counts !== null) return `waits, ${counts.verdict}`;
  const decision = objections[0]?.decision;
  return decision === undefined ? "waits, undecided" : `waits, ${decision.verdict} without effect`;
}

const stores = {
  "by-name": "by tool name",
  owned: "by agent and tool",
  hosted: "by MCP server",
  request: "of one MCP request",
} as const;

function decisions(run: RunReading): Thing[] {
  return decisionsOf(run).map((decision) => {
    const { path, store, key, owner, verdict, callId, scope, record } = decision;
    const whose = owner === null ? "" : ` of ${owner}`;
    const name = callId === null ? `every call of ${key}${whose}` : `${callId} ${key}`;
    const told = `${verdict} (${stores[store]})`;
    const { rejection_messages: messages = null, sticky_rejection_message: sticky = null } = record;
    const said = callId === null ? [messages, sticky] : (rejectionText(decision, callId) ?? null);
    return thing(run, path.slice(run.base.length), { part: "decisions", name, value: [told, scope, said], told });
  });
}

function write(run: RunReading): Thing[] {
  const record = run.pendingWrite;
  if (record === null) return [];
  const at = ["pending_session_write"];
  const { session_id: session, before, persisted_count: count, held, items, append_acknowledged, ...answer } = record;
  const kind = held === true ? "held" : "ordinary";
  const acknowledged = append_acknowledged === true ? "yes" : "no";
  const fact = (name: string, value: Json, told: Thing["told"]) =>
    thing(run, at, { part: "write", name: `pending write: ${name}`, value, told });
  const factIf = (isThere: boolean, ...given: Parameters<typeof fact>) => (isThere ? [fact(...given)] : []);
  return [
    thing(run, at, { part: "write", name: "pending write", value: kind, told: kind }),
    fact("session", session, tell("session_id", session)),
    ...factIf(before !== null, "digests of what stood before", before, before?.length ?? null),
    fact("persisted count", count, numberOrNull(count)),
    ...factIf(append_acknowledged !== undefined, "append acknowledged", acknowledged, acknowledged),
    ...factIf(Object.keys(answer).length > 0, "response and compaction", answer, null),
    ...items.map((item, index) => inputThing(run, "write", "pending item", [...at, "items", index], item)),
  ];
}

function list(run: RunReading, part: Part, key: string): Thing[] {
  const entries = run.state[key];
  if (!Array.isArray(entries)) return [];
  return entries.map((entry, index) =>
    inputThing(run, part, part === "input" ? "input item" : "staged item", [key, index], entry),
  );
}

/** An item in the form in which it is sent to the model. */
function inputThing(run: RunReading, part: Part, what: string, path: Path, item: Json): Thing {
  const id = idOfItem(item);
  const raw = objectOf(item);
  const kind = [raw.type, raw.role].find((word) => typeof word === "string" && sdkWords.has(word));
  const name = [what, kind, id].filter((word) => typeof word === "string").join(" ");
  const key = `${name} ${id === null ? contentOf(item) : ""}`;
  return thing(run, path, { part, key, name, value: item });
}

function usage(run: RunReading): Thing[] {
  const value = valueAt(run.state, ["context", "usage"]);
  if (!isObject(value)) return [];
  return ["requests", "input_tokens", "output_tokens", "total_tokens"].flatMap((key) => {
    const count = value[key];
    if (typeof count !== "number") return [];
    return [
      thing(run, ["context", "usage", key], { part: "usage", name: key.replace("_", " "), value: count, told: count }),
    ];
  });
}

/** Members of the application's context: their names are told, their values are not. */
function context(run: RunReading): Thing[] {
  const at = ["context", "context"];
  const value = valueAt(run.state, at) ?? null;
  if (!isObject(value)) return [thing(run, at, { part: "context", name: "context", value })];
  return Object.keys(value).map((key) =>
    thing(run, [...at, key], { part: "context", name: `member ${key}`, value: member(value, key) as Json }),
  );
}
