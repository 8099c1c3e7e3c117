import type { Path } from "../document/json.ts";
import { type AgentFact, type Agents, currentAgent, isGated } from "./agents.ts";
import { type Need, needsOf } from "./needs.ts";
import type { Outlooker } from "./outlooker.ts";
import { requirementsOf } from "./requirements.ts";
import { serverKeysOf } from "./server-conversation.ts";
import { checkTools } from "./tools-check.ts";

function byName({ agents }: Agents): ReadonlyMap<string, readonly AgentFact[]> {
  const found = new Map<string, AgentFact[]>();
  for (const agent of agents) {
    const known = found.get(agent.name);
    if (known === undefined) found.set(agent.name, [agent]);
    else known.push(agent);
  }
  return found;
}

/** Requirements of the root run that the program's agents do not meet. */
export function checkAgents(outlooker: Outlooker, agents: Agents): void {
  const { reading, run, report } = outlooker;
  const known = byName(agents);
  const needs = requirementsOf(reading);
  const names = [...known.keys()].join(", ");
  const places = needsOf(run);
  for (const { name, count } of needs.agents) {
    const found = known.get(name)?.length ?? 0;
    if (found < count) report("agent-not-defined", agentPath(places, name), { name, count, found, known: names });
  }
  const said = new Set<string>();
  for (const { what, name, agent, path } of places) {
    const servers = what === "hosted" ? known.get(agent)?.[0]?.mcp_servers : undefined;
    if (servers === undefined || servers.includes(name) || said.has(name)) continue;
    said.add(name);
    report("mcp-server-not-defined", path, { name, agent });
  }
  const current = currentAgent(agents, run);
  if (current?.output_guardrails === true) checkGuardrails(outlooker, current);
}

/** What the calls of one level need of its agent, a nested level of its own. */
export function checkAgentOfLevel(outlooker: Outlooker, agents: Agents): void {
  const current = currentAgent(agents, outlooker.run);
  if (current !== undefined) checkTools(outlooker, current);
}

function checkGuardrails({ run, report }: Outlooker, current: AgentFact): void {
  const { state } = run;
  const [key] = serverKeysOf(state);
  if (key !== undefined && !run.terminal)
    report("guardrails-beside-server-conversation", [key], { agent: current.name, key });
  if (!isGated(current)) return;
  const stored = state.current_turn_persisted_item_count;
  if (run.step?.type === "next_step_interruption" && typeof stored === "number" && stored > 0) {
    report("guarded-items-already-stored", ["current_turn_persisted_item_count"], { agent: current.name });
  }
}

/** The first place that names an agent. */
function agentPath(places: readonly Need[], name: string): Path {
  const path = places.find((need) => need.what === "agent" && need.name === name)?.path ?? [];
  return path.at(-1) === "name" ? path.slice(0, -1) : path;
}
