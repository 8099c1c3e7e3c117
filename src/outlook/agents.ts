import { agentName } from "../reading/agents.ts";
import type { RunReading } from "../reading/reading.ts";

/** One agent of the program, as an agents file names it. */
export interface AgentFact {
  readonly name: string;
  readonly tools?: readonly string[];
  readonly handoffs?: readonly string[];
  readonly mcp_servers?: readonly string[];
  readonly output_guardrails?: boolean;
  readonly tool_use_behavior?: string;
}

/** The program's agents (`--agents FILE`): what turns requirements into findings. */
export interface Agents {
  readonly agents: readonly AgentFact[];
}

/** What the program says of the agent that a run stands at: the first of that name. */
export function currentAgent({ agents }: Agents, run: RunReading): AgentFact | undefined {
  const name = agentName(run.state.current_agent);
  return agents.find((agent) => agent.name === name);
}
