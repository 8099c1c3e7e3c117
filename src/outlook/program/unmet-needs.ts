import { isObject, type Json, type JsonObject } from "../../document/json.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import { ledgerOf } from "../../reading/run/ledger.ts";
import type { Outlooker } from "../outlooker.ts";
import { serverKeysOf } from "../server-conversation.ts";
import { type AgentFact, type Agents, agentFact, currentAgent, isGated } from "./agents.ts";
import { missingAgents } from "./missing-agents.ts";
import { checkTools } from "./missing-tools.ts";
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
  checkPatches(outlooker, agents);
  const current = currentAgent(agents, run);
  if (current?.output_guardrails === true) checkGuardrails(outlooker, current);
}

/** What the calls of one level need of its agent, a nested level of its own. */
export function checkAgentOfLevel(outlooker: Outlooker, agents: Agents): void {
  const current = currentAgent(agents, outlooker.run);
  if (current !== undefined) checkTools(outlooker, current);
}

/** A finished call of an apply_patch tool may stand in the history as a function or custom call: the tool tells the reader what it was, at
 * whatever agent it is (`_validate_completed_tool_invocations`). */
function checkPatches({ run, report }: Outlooker, { agents }: Agents): void {
  const patches = Object.entries(ledgerOf(run) ?? {}).filter(
    ([, entry]) => isObject(entry) && entry.type === "apply_patch_call" && entry.completed === true,
  );
  if (patches.length === 0 || !run.dialect.does.takesLedger) return;
  const names = agents.flatMap(({ tools }) => tools ?? []).map((name) => name.trim().toLowerCase());
  if (agents.some(({ tools }) => tools === undefined) || names.some((name) => name.startsWith("apply_patch"))) return;
  const calls = new Map<Json | undefined, JsonObject>();
  for (const { raw } of [...run.generated.kept, ...(run.session?.kept ?? [])])
    if (isObject(raw) && typeof raw.name === "string") calls.set(raw.call_id, raw);
  for (const [id] of patches) {
    const { type, name } = calls.get(id) ?? {};
    const isOther = type === "function_call" || type === "custom_tool_call";
    if (isOther && typeof name === "string" && !names.includes(name.trim().toLowerCase()))
      report("patch-tool-not-defined", [...run.base, "context", "tool_invocations", id], { id });
  }
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
