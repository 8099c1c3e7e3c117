import { readPackedText } from "../document/files/small-file.ts";
import { parseDocument } from "../document/parse.ts";
import { UsageError } from "../errors.ts";
import { nearestWord } from "../nearest.ts";
import type { AgentFact, Agents } from "../outlook/agents.ts";

const keys = {
  name: "string",
  tools: "list",
  handoffs: "list",
  mcp_servers: "list",
  output_guardrails: "boolean",
  tool_use_behavior: "string",
} as const satisfies Record<keyof AgentFact, string>;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fits(value: unknown, kind: (typeof keys)[keyof typeof keys]): boolean {
  if (kind === "list") return Array.isArray(value) && value.every((entry) => typeof entry === "string");
  return typeof value === kind;
}

function checkAgent(path: string, value: unknown, at: number): AgentFact {
  if (!isObject(value) || typeof value.name !== "string") throw new UsageError(`${path}: agent ${at + 1} has no name`);
  for (const key of Object.keys(value)) {
    const kind = Object.hasOwn(keys, key) ? keys[key as keyof typeof keys] : undefined;
    if (kind === undefined) {
      const nearest = nearestWord(key, Object.keys(keys));
      throw new UsageError(
        `${path}: agent ${at + 1} has an unknown key "${key}"${nearest ? ` (did you mean ${nearest}?)` : ""}`,
      );
    }
    if (!fits(value[key], kind)) {
      throw new UsageError(
        `${path}: ${key} of agent ${at + 1} must be a ${kind === "list" ? "list of strings" : kind}`,
      );
    }
  }
  return value as unknown as AgentFact;
}

/** Reads `{"agents":[{"name", …}]}`; throws InputError when it cannot be read, UsageError when it is something else. */
export async function readAgents(path: string): Promise<Agents> {
  const read = parseDocument(await readPackedText(path, `the agents file ${path}`));
  if ("fault" in read)
    throw new UsageError(`${path} is not valid JSON (line ${read.fault.line}, column ${read.fault.column})`);
  const content: unknown = read.document.value;
  const agents = isObject(content) ? content.agents : undefined;
  if (!Array.isArray(agents)) throw new UsageError(`${path} must hold {"agents": [{"name": …}]}`);
  return { agents: agents.map((agent, at) => checkAgent(path, agent, at)) };
}
