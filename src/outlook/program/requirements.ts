import { isObject, type Json, type JsonObject, objectOf } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import { hostedRequestOf } from "../../python/call-view.ts";
import { callKind } from "../../python/calls.ts";
import { lookupKeyOfApproval } from "../../python/tool-identity.ts";
import type { Reading, RunReading } from "../../reading/reading.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";
import { nestedRuns } from "../../reading/run/nested-runs.ts";
import { queuedActions, queuedFunctions } from "../../reading/run/queued.ts";
import { originServer } from "../../reading/tool-origin.ts";
import { lookupKeyOfQueued } from "../decisions/identities.ts";
import { namedAgent, visitAgents } from "./agent-references.ts";
import { handoffsOf } from "./handoffs.ts";
import { namedPatches } from "./named-patches.ts";
import { programmaticItem, programmaticTool } from "./programmatic.ts";

/** A tool that a pending call needs. `lookup` is how the SDK finds it: bare, namespaced, deferred_top_level, or null for tools that are
 * found by kind alone. */
export interface RequiredTool {
  readonly name: string;
  readonly kind: string;
  readonly lookup: string | null;
}

/** What the program must define for this checkpoint, as far as the file tells. */
export interface Requirements {
  readonly agents: readonly { readonly name: string; readonly count: number }[];
  readonly tools: readonly RequiredTool[];
  readonly mcpServers: readonly string[];
  readonly handoffs: readonly string[];
  /** The class that the application's context had; null for a plain mapping or none. */
  readonly contextType: string | null;
  readonly sessionId: string | null;
}

export const noRequirements: Requirements = {
  agents: [],
  tools: [],
  mcpServers: [],
  handoffs: [],
  contextType: null,
  sessionId: null,
};

interface Collected {
  readonly agents: Map<string, number>;
  readonly tools: Map<string, RequiredTool>;
  readonly mcpServers: Set<string>;
  readonly handoffs: Set<string>;
}

/** What depends on the program: all that the root run and its nested runs name. */
export function requirementsOf(reading: Reading): Requirements {
  const collected: Collected = { agents: new Map(), tools: new Map(), mcpServers: new Set(), handoffs: new Set() };
  visitAgents(reading.run, (reference, run) => addAgent(collected, reference, run));
  collectRun(collected, reading.run);
  const { state, pendingWrite } = reading.run;
  return {
    agents: [...collected.agents].map(([name, count]) => ({ name, count })),
    tools: [...collected.tools.values()],
    mcpServers: [...collected.mcpServers],
    handoffs: [...collected.handoffs],
    contextType: contextTypeOf(state),
    sessionId: pendingWrite?.session_id ?? null,
  };
}

function collectRun(into: Collected, run: RunReading): void {
  for (const { data, raw } of waitingApprovals(run)) addPendingTool(into, data, raw);
  collectActions(into, run);
  if (programmaticItem(run) !== undefined) addTool(into, { name: programmaticTool, kind: "program", lookup: null });
  for (const { name } of namedPatches(run)) addTool(into, { name, kind: "apply_patch_call", lookup: null });
  for (const nested of nestedRuns(run)) collectRun(into, nested);
}

function addAgent(into: Collected, reference: Json | undefined, run: RunReading): void {
  const found = namedAgent(reference, run);
  if (found !== null && found.count > (into.agents.get(found.name) ?? 0)) into.agents.set(found.name, found.count);
}

function addPendingTool(into: Collected, data: JsonObject, raw: Json): void {
  const hosted = hostedRequestOf(raw);
  if (hosted !== undefined) {
    if (hosted.serverLabel !== undefined) into.mcpServers.add(hosted.serverLabel);
    return;
  }
  const call = objectOf(raw);
  const kind = callKind(call.type);
  const server = originServer(data);
  if (server !== undefined) into.mcpServers.add(server);
  const name = data.tool_name ?? call.name;
  if (typeof name !== "string") return;
  const key = kind === "function_call" ? lookupKeyOfApproval(data, raw) : undefined;
  addTool(into, { name: key === undefined ? name : key.slice(1).join("."), kind, lookup: key?.[0] ?? null });
}

function addTool(into: Collected, tool: RequiredTool): void {
  into.tools.set(`${tool.kind} ${tool.lookup} ${tool.name}`, tool);
}

function collectActions(into: Collected, run: RunReading): void {
  for (const { name } of handoffsOf(run)) into.handoffs.add(name);
  for (const { list, call } of queuedActions(run))
    if (list === "mcp_approval_requests" && typeof call.server_label === "string")
      into.mcpServers.add(call.server_label);
  for (const queued of queuedFunctions(run)) {
    const { call } = queued;
    if (typeof call.name !== "string") continue;
    const lookup = lookupKeyOfQueued(queued)?.[0];
    const namespace = typeof call.namespace === "string" && call.namespace !== call.name ? `${call.namespace}.` : "";
    addTool(into, {
      name: namespace + call.name,
      kind: "function_call",
      lookup: lookup ?? "bare",
    });
  }
}

function contextTypeOf(state: JsonObject): string | null {
  const meta = valueAt(state, ["context", "context_meta"]);
  if (!isObject(meta)) return null;
  if (typeof meta.class_path === "string") return meta.class_path;
  return meta.original_type === "custom" ? "custom" : null;
}
