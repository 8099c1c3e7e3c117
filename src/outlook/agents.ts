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
