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

/** Whether an agent has output guardrails and tools that may end its run: then a pause withholds its response from the session
 * (`_should_defer_interrupted_session_items`). */
export function isGated(agent: AgentFact | undefined): boolean {
  return agent?.output_guardrails === true && (agent.tool_use_behavior ?? "run_llm_again") !== "run_llm_again";
}
