import { UsageError } from "../../errors.ts";
import { nearestWord } from "../../nearest.ts";
import type { AgentFact, Agents } from "./agents.ts";

const keys = {
  name: "string",
  tools: "list",
  handoffs: "list",
  mcp_servers: "list",
  output_guardrails: "boolean",
  tool_use_behavior: "string",
  stop_at_tool_names: "list",
} as const satisfies Record<keyof AgentFact, string>;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fits(value: unknown, kind: (typeof keys)[keyof typeof keys]): boolean {
  if (kind === "list") return Array.isArray(value) && value.every((entry) => typeof entry === "string");
  return typeof value === kind;
}

function checkAgent(source: string, value: unknown, at: number): AgentFact {
  if (!isObject(value) || typeof value.name !== "string")
    throw new UsageError(`${source}: agent ${at + 1} has no name`);
  for (const key of Object.keys(value)) {
    const kind = Object.hasOwn(keys, key) ? keys[key as keyof typeof keys] : undefined;
    if (kind === undefined) {
      const nearest = nearestWord(key, Object.keys(keys));
      throw new UsageError(
        `${source}: agent ${at + 1} has an unknown key "${key}"${nearest ? ` (did you mean ${nearest}?)` : ""}`,
      );
    }
    if (!fits(value[key], kind)) {
      throw new UsageError(
        `${source}: ${key} of agent ${at + 1} must be a ${kind === "list" ? "list of strings" : kind}`,
      );
    }
  }
  return value as unknown as AgentFact;
}

/** What somebody gave as agents, when it is `{"agents":[{"name", …}]}`; throws UsageError, which names the `source`, for anything else. */
export function agentsFrom(source: string, given: unknown): Agents {
  const agents = isObject(given) ? given.agents : undefined;
  if (!Array.isArray(agents)) throw new UsageError(`${source} must hold {"agents": [{"name": …}]}`);
  return { agents: agents.map((agent, at) => checkAgent(source, agent, at)) };
}
