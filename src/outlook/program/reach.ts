import { addTo } from "../../multimap.ts";
import type { AgentFact, Agents } from "./agents.ts";
import { handoffName } from "./handoffs.ts";

/** For each agent that the reader may be given, the names of the agents that it finds from there: over handoffs, and over tools that are agents
 * (`_iter_agent_graph`, before 0.14.0 `_build_agent_map`). What an agents file leaves open may lead to any; an agent that was found from
 * another one finds nothing more. */
export function reaches({ agents }: Agents): string[][] {
  const byTarget = new Map<string, AgentFact[]>();
  for (const agent of agents)
    for (const target of [agent.name, handoffName(agent.name)]) addTo(byTarget, target, agent);
  const found: string[][] = [];
  const covered = new Set<AgentFact>();
  for (const start of agents) {
    if (covered.has(start)) continue;
    const seen = reachFrom(start, agents, byTarget);
    for (const agent of seen) covered.add(agent);
    found.push(agents.flatMap((agent) => (seen.has(agent) ? agent.name : [])));
    if (seen.size === agents.length) return found.slice(-1);
  }
  return found;
}

function reachFrom(
  start: AgentFact,
  agents: readonly AgentFact[],
  byTarget: ReadonlyMap<string, readonly AgentFact[]>,
): ReadonlySet<AgentFact> {
  const seen = new Set([start]);
  // A Set visits what is added on the way.
  for (const { handoffs, tools } of seen) {
    // Each tool may be an agent.
    if (handoffs === undefined || tools === undefined || tools.length > 0) return new Set(agents);
    for (const target of handoffs) {
      const next = byTarget.get(target);
      // So may a handoff under a name of its own lead to any.
      if (next === undefined) return new Set(agents);
      for (const agent of next) seen.add(agent);
    }
  }
  return seen;
}
