import { isInterrupted } from "../../reading/run/interruption.ts";
import type { Outlooker } from "../outlooker.ts";
import { serverKeysOf } from "../server-conversation.ts";
import { type AgentFact, type Agents, agentFact, currentAgent, isGated } from "./agents.ts";
import { missingAgents } from "./missing-agents.ts";
import { checkTools } from "./missing-tools.ts";
import { namedPatches } from "./named-patches.ts";
import { needsOf } from "./needs.ts";

/** Requirements of the root run that the program's agents do not meet. */
export function checkAgents(outlooker: Outlooker, agents: Agents): void {
  const { run, report } = outlooker;
  const names = agents.agents.map(({ name }) => name);
  const known = [...new Set(names)].join(", ");
  for (const { name, count, path, found, apart } of missingAgents(run, agents))
    report("agent-not-defined", path, { name, count, found, apart, known });
  const said = new Set<string>();
  for (const { what, name, agent, path } of needsOf(run)) {
    const servers = what === "hosted" ? agentFact(agents, agent)?.mcp_servers : undefined;
    if (servers === undefined || servers.includes(name) || said.has(name)) continue;
    said.add(name);
    report("mcp-server-not-defined", path, { name, agent });
  }
  const current = currentAgent(agents, run);
  if (current?.output_guardrails === true) checkGuardrails(outlooker, current);
}

/** What the calls of one level need of the program, those of a nested level of its own agent. */
export function checkAgentOfLevel(outlooker: Outlooker, agents: Agents): void {
  checkPatches(outlooker, agents);
  const current = currentAgent(agents, outlooker.run);
  if (current !== undefined) checkTools(outlooker, current);
}

/** An apply_patch tool, or one of the same name, at any agent will do; since 0.23.1 a nested run looks at its own agents only. A nested run
 * without one is dropped, and its call counts as run without an output. */
function checkPatches({ run, report }: Outlooker, { agents }: Agents): void {
  const names = agents.flatMap(({ tools }) => tools ?? []).map((name) => name.trim().toLowerCase());
  if (agents.some(({ tools }) => tools === undefined) || names.some((name) => name.startsWith("apply_patch"))) return;
  for (const { id, name } of namedPatches(run))
    if (!names.includes(name.trim().toLowerCase()))
      report("patch-tool-not-defined", [...run.base, "context", "tool_invocations", id], { id });
}

function checkGuardrails({ run, report }: Outlooker, current: AgentFact): void {
  const { state } = run;
  const [key] = serverKeysOf(state);
  if (key !== undefined && !run.terminal)
    report("guardrails-beside-server-conversation", [key], { agent: current.name, key });
  if (!isGated(current)) return;
  const stored = state.current_turn_persisted_item_count;
  if (isInterrupted(run) && typeof stored === "number" && stored > 0) {
    report("guarded-items-already-stored", ["current_turn_persisted_item_count"], { agent: current.name });
  }
}
