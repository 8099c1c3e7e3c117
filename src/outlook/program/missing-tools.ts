import { isObject, type Json, type JsonObject, member } from "../../document/json.ts";
import { agentName } from "../../reading/agents.ts";
import type { RunReading } from "../../reading/reading.ts";
import { answeredIds } from "../../reading/run/call-ids.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import { agentCalls } from "../../reading/run/nested-runs.ts";
import { queuedFunctions } from "../../reading/run/queued.ts";
import { originOf, originServer } from "../../reading/tool-origin.ts";
import type { RuleName } from "../../rules/index.ts";
import type { PendingCall } from "../decisions/decisions.ts";
import type { Outlooker } from "../outlooker.ts";
import type { AgentFact } from "./agents.ts";
import { handoffName, handoffsOf } from "./handoffs.ts";

/** Calls and handoffs of the interrupted response that the agent has no tool for any more. */
export function checkTools(outlooker: Outlooker, agent: AgentFact): void {
  if (!isInterrupted(outlooker.run)) return;
  if (agent.tools !== undefined) {
    checkWaiting(outlooker, agent, agent.tools);
    checkNestedCalls(outlooker, agent, agent.tools);
  }
  if (agent.mcp_servers !== undefined) checkServers(outlooker, agent, agent.mcp_servers);
  if (agent.handoffs !== undefined) checkHandoffs(outlooker, agent, agent.handoffs);
  if (agent.tools !== undefined && agent.handoffs !== undefined)
    checkOpenCalls(outlooker, agent, agent.tools, agent.handoffs);
}

/** A call that waits, or is approved, is looked for again; of a rejected one only the answer is written. */
function checkWaiting({ run, standings, report }: Outlooker, agent: AgentFact, tools: readonly string[]): void {
  for (const { call, counts } of standings) {
    const { kind, tool, approval } = call;
    const owner = agentName(approval.data.agent);
    if (kind === "mcp_approval_request" || counts?.verdict === "rejected" || owner !== agent.name) continue;
    if (tool === "" || tools.includes(tool) || originOf(approval.data) === "mcp") continue;
    const args = { id: call.callId ?? "", name: tool, agent: agent.name };
    const at = [...run.base, ...approval.rawPath];
    if (kind === "function_call" && mayBeOfServer(approval.data, agent)) {
      if (run.dialect.does.readsMcpBindings) report("mcp-call-without-binding", at, { id: args.id, tool, server: "" });
      continue;
    }
    const raises =
      kind === "function_call" || (kind === "custom_tool_call" && run.dialect.does.reconcilesMissingCustomTools);
    report(raises ? missingRule(run) : "tool-call-dropped", at, args);
  }
}

/** A call of a local MCP server that the agent has no more. Up to 0.22.3 any tool of its name runs it. */
function checkServers(outlooker: Outlooker, agent: AgentFact, servers: readonly string[]): void {
  const { run, standings, report } = outlooker;
  const isBound = run.dialect.does.readsMcpBindings;
  for (const { call, counts } of standings) {
    const { data, path } = call.approval;
    const name = originServer(data);
    const owner = agentName(data.agent);
    if (name === undefined || owner !== agent.name || counts?.verdict === "rejected") continue;
    if (servers.includes(name)) {
      checkPlace(outlooker, agent, call);
      continue;
    }
    if (!isBound && (servers.length > 0 || agent.tools === undefined || agent.tools.includes(call.tool))) continue;
    const at = [...run.base, ...path, "tool_origin", "mcp_server_name"];
    const args = { id: call.callId ?? "", name: call.tool, agent: agent.name };
    if (run.base.length === 0 && run.dialect.on["call-of-missing-server"])
      report("call-of-missing-server", at, { ...args, name });
    else report(missingRule(run), at, args);
  }
}

/** Up to 0.13.6 no release wrote where a tool comes from: what is no tool of the program can be one of its servers'. From 0.23.1 on that call
 * has no binding either way. */
function mayBeOfServer({ tool_origin: origin }: JsonObject, { mcp_servers: servers }: AgentFact): boolean {
  return (origin === undefined || origin === null) && servers !== undefined && servers.length > 0;
}

/** A server is known by its place too, which the binding keeps. */
function checkPlace({ run, report }: Outlooker, agent: AgentFact, call: PendingCall): void {
  const servers = agent.mcp_servers ?? [];
  const bindings = run.processed?.data.mcp_tool_bindings;
  if (!run.dialect.on["mcp-server-moved"] || !isObject(bindings) || call.callId === null) return;
  const binding = member(bindings, call.callId);
  if (!Array.isArray(binding)) return;
  const [name, , bound] = binding;
  if (typeof name !== "string" || typeof bound !== "number" || servers[bound] === name) return;
  const at = [...run.base, "last_processed_response", "mcp_tool_bindings", call.callId, 2];
  const args = { id: call.callId, agent: agent.name };
  if (run.base.length > 0) report(missingRule(run), at, { ...args, name: call.tool });
  else report("mcp-server-moved", at, { ...args, name, bound, found: servers.indexOf(name) });
}

/** A tool that is an agent, with its run waiting inside: it is looked for whatever was decided in there. */
function checkNestedCalls({ run, report }: Outlooker, agent: AgentFact, tools: readonly string[]): void {
  for (const { call, path } of agentCalls(run)) {
    const { name, call_id: id } = call;
    if (typeof name !== "string" || tools.includes(name)) continue;
    report(missingRule(run), [...run.base, ...path, "tool_call"], {
      id: typeof id === "string" ? id : "",
      name,
      agent: agent.name,
    });
  }
}

/** Pending handoffs are looked for whatever was decided. */
function checkHandoffs({ run, report }: Outlooker, agent: AgentFact, handoffs: readonly string[]): void {
  for (const { path, name } of handoffsOf(run)) {
    if (name === "" || hasHandoff(handoffs, name)) continue;
    const rule: RuleName = !run.dialect.on["handoff-not-defined"]
      ? "tool-call-dropped"
      : run.base.length === 0
        ? "handoff-not-defined"
        : "inner-tool-not-defined";
    report(rule, [...run.base, ...path], { id: "", name, agent: agent.name });
  }
}

/** Calls that are in the response and in none of its lists: a program without their tool has loaded the file and saved it again. */
function checkOpenCalls(
  { run, standings, report }: Outlooker,
  agent: AgentFact,
  tools: readonly string[],
  handoffs: readonly string[],
): void {
  const { processed } = run;
  if (processed === null) return;
  const settled = new Set<Json | undefined>(standings.map(({ call }) => call.callId));
  for (const { call } of queuedFunctions(run)) settled.add(call.call_id);
  for (const { call } of handoffsOf(run)) settled.add(call.call_id);
  for (const id of answeredIds(run.generated.kept)) settled.add(id);
  for (const { raw, data, index } of processed.newItems.kept) {
    if (!isObject(raw) || raw.type !== "function_call" || typeof raw.name !== "string") continue;
    const { name, call_id: id } = raw;
    if (settled.has(id) || originOf(data) === "mcp") continue;
    if (!run.dialect.does.readsMcpBindings && mayBeOfServer(data, agent)) continue;
    if (tools.includes(name) || hasHandoff(handoffs, name)) continue;
    const path = [...run.base, "last_processed_response", "new_items", index, "raw_item"];
    report(missingRule(run), path, { id: typeof id === "string" ? id : "", name, agent: agent.name });
  }
}

/** They are given by their own names or by those of their agents. */
function hasHandoff(handoffs: readonly string[], name: string): boolean {
  return handoffs.some((target) => target === name || handoffName(target) === name);
}

/** Older readers drop what they do not find. An error inside of a nested run makes the outer one ask again. */
function missingRule(run: RunReading): RuleName {
  if (run.base.length > 0)
    return run.dialect.on["inner-tool-not-defined"] ? "inner-tool-not-defined" : "tool-call-dropped";
  return run.dialect.on["tool-not-defined"] ? "tool-not-defined" : "tool-call-dropped";
}
