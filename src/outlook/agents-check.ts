import { isObject } from "../document/json.ts";
import type { AgentFact, Agents } from "./agents.ts";
import { pendingCallOf } from "./decisions.ts";
import type { Outlooker } from "./outlooker.ts";
import { requirementsOf } from "./requirements.ts";

/** Requirements that the program's agents do not meet. */
export function checkAgents(outlooker: Outlooker, { agents }: Agents): void {
  const { reading, run, report } = outlooker;
  const byName = new Map<string, AgentFact[]>();
  for (const agent of agents) byName.set(agent.name, [...(byName.get(agent.name) ?? []), agent]);
  const needs = requirementsOf(reading);
  const known = [...byName.keys()].join(", ");
  for (const { name, count } of needs.agents) {
    const found = byName.get(name)?.length ?? 0;
    if (found < count) report("agent-not-defined", agentPath(outlooker, name), { name, count, found, known });
  }
  const current = currentAgent(outlooker, byName);
  if (current === undefined) return;
  checkTools(outlooker, current);
  for (const handoff of needs.handoffs) {
    if (current.handoffs !== undefined && !current.handoffs.some((name) => isHandoffTo(name, handoff))) {
      report("handoff-not-defined", ["last_processed_response", "handoffs"], { name: handoff, agent: current.name });
    }
  }
  for (const server of needs.mcpServers) {
    if (current.mcp_servers !== undefined && !current.mcp_servers.includes(server)) {
      report("mcp-server-not-defined", ["last_processed_response"], { name: server, agent: current.name });
    }
  }
  const gate = current.output_guardrails === true && (current.tool_use_behavior ?? "run_llm_again") !== "run_llm_again";
  const stored = run.state.current_turn_persisted_item_count;
  if (gate && run.step?.type === "next_step_interruption" && typeof stored === "number" && stored > 0) {
    report("guarded-items-already-stored", ["current_turn_persisted_item_count"], { agent: current.name });
  }
}

/** A handoff tool is named after its agent (`transfer_to_…`), unless the program names it. */
function isHandoffTo(name: string, handoff: string): boolean {
  return name === handoff || handoff === `transfer_to_${name.toLowerCase().replaceAll(/[^a-z0-9_]/g, "_")}`;
}

function currentAgent({ run }: Outlooker, byName: ReadonlyMap<string, AgentFact[]>): AgentFact | undefined {
  const reference = run.state.current_agent;
  const name = isObject(reference) ? reference.name : reference;
  return typeof name === "string" ? byName.get(name)?.[0] : undefined;
}

function checkTools({ run, report }: Outlooker, current: AgentFact): void {
  if (current.tools === undefined || run.step?.type !== "next_step_interruption") return;
  for (const approval of run.step.approvals) {
    const { kind, tool, callId, agent } = pendingCallOf(approval);
    if (kind === "mcp_approval_request" || agent !== current.name || tool === "" || current.tools.includes(tool))
      continue;
    report("tool-not-defined", [...approval.path, "raw_item"], { id: callId ?? "", name: tool, agent: current.name });
  }
}

function agentPath({ run }: Outlooker, name: string): readonly (string | number)[] {
  const reference = run.state.current_agent;
  if (reference === name || (isObject(reference) && reference.name === name)) return ["current_agent"];
  if (run.step?.type === "next_step_interruption") {
    const waiting = run.step.approvals.find(({ data }) => isObject(data.agent) && data.agent.name === name);
    if (waiting !== undefined) return [...waiting.path, "agent"];
  }
  return [];
}
