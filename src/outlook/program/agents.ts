import type { RunReading } from "../../reading/reading.ts";
import { namedAgent } from "./agent-references.ts";

/** One agent of the program, as an agents file names it. */
export interface AgentFact {
  readonly name: string;
  readonly tools?: readonly string[];
  readonly handoffs?: readonly string[];
  readonly mcp_servers?: readonly string[];
  readonly output_guardrails?: boolean;
  readonly tool_use_behavior?: string;
  /** The names in the program's `StopAtTools`; alone they say that this is the behaviour. */
  readonly stop_at_tool_names?: readonly string[];
}

/** The program's agents (`--agents FILE`): what turns requirements into findings. */
export interface Agents {
  readonly agents: readonly AgentFact[];
}

/** What the program says of the agent that a run stands at. */
export function currentAgent(agents: Agents, run: RunReading): AgentFact | undefined {
  const named = namedAgent(run.state.current_agent, run);
  return named === null ? undefined : (agentFact(agents, named.key) ?? agentFact(agents, named.name));
}

/** What is known of the agents of a name. Which of several a run means shows in their code alone: then it is what holds of any of them. */
export function agentFact({ agents }: Agents, name: string): AgentFact | undefined {
  const alike = agents.filter((agent) => agent.name === name);
  const [first] = alike;
  if (first === undefined || alike.length === 1) return first;
  const common: { -readonly [Key in keyof AgentFact]: AgentFact[Key] } = { ...first };
  for (const key of ["mcp_servers", "output_guardrails", "tool_use_behavior", "stop_at_tool_names"] as const)
    if (alike.some((agent) => JSON.stringify(agent[key]) !== JSON.stringify(first[key]))) delete common[key];
  for (const key of ["tools", "handoffs"] as const) {
    if (alike.every((agent) => agent[key] !== undefined)) common[key] = alike.flatMap((agent) => agent[key] ?? []);
    else delete common[key];
  }
  return common;
}

/** What the SDK finds the agents of a program by: its names, and for further agents of a name the first number behind it that is no agent's
 * name (`_build_agent_identity_map`, since 0.14.0). */
export function agentKeys(names: readonly string[]): ReadonlySet<string> {
  const keys = new Set(names);
  const last = new Map<string, number>();
  for (const name of names) {
    let number = last.get(name) ?? 0;
    do number++;
    while (number > 1 && keys.has(`${name}#${number}`));
    last.set(name, number);
    if (number > 1) keys.add(`${name}#${number}`);
  }
  return keys;
}

/** Whether an agent has output guardrails and tools that may end its run: then a pause withholds its response from the session
 * (`_should_defer_interrupted_session_items`). */
export function isGated(agent: AgentFact | undefined): boolean {
  return agent?.output_guardrails === true && (toolUseOf(agent) ?? "run_llm_again") !== "run_llm_again";
}

/** What an agents file says of the tool use of an agent. */
export function toolUseOf(agent: AgentFact | undefined): string | undefined {
  return agent?.tool_use_behavior ?? (agent?.stop_at_tool_names === undefined ? undefined : "stop_at_tool_names");
}
