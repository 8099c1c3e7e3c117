import { isObject, type Json, type Path } from "../document/json.ts";
import { pathToMember } from "../document/value-at.ts";
import { isFalsy, isHashable } from "../python/truth.ts";
import { type Pass, report } from "./pass.ts";

/** What a reference to an agent comes to, given the most fitting agents: every name and every non-empty identity exists. The
 * last two make the reader raise. */
export type AgentReference = "found" | "missing" | "name-unusable" | "identity-empty";

/** `_resolve_agent_from_data` (0.24.0; by name alone before 0.14.0). */
export function resolveAgent(pass: Pass, value: Json | undefined): AgentReference {
  if (typeof value === "string") return value === "" ? "missing" : "found";
  if (!isObject(value)) return "missing";
  const { identity, name } = value;
  if (typeof identity === "string" && pass.dialect.does.readsAgentIdentity)
    return identity === "" ? "identity-empty" : "found";
  if (typeof name === "string") return name === "" ? "missing" : "found";
  return isHashable(name) || isFalsy(name) ? "missing" : "name-unusable";
}

/** The name in a reference to an agent, whatever stands there. */
export function agentName(reference: Json | undefined): Json | undefined {
  return isObject(reference) ? reference.name : reference;
}

/** How the file names an agent: its identity where it has one. */
export function agentKey(reference: Json | undefined): string | null {
  if (typeof reference === "string") return reference;
  if (!isObject(reference)) return null;
  if (typeof reference.identity === "string") return reference.identity;
  return typeof reference.name === "string" ? reference.name : null;
}

/** `resolveAgent`, with what the reader raises on reported: "refused". */
export function readAgent(pass: Pass, value: Json | undefined, path: Path): "found" | "missing" | "refused" {
  const reference = resolveAgent(pass, value);
  if (reference === "found" || reference === "missing") return reference;
  if (reference === "name-unusable") report(pass, "agent-name-unusable", [...path, "name"]);
  else report(pass, "agent-identity-empty", [...path, "identity"]);
  return "refused";
}

/** The agent that the run stands at: step 9 of `_build_run_state_from_json`. */
export function readCurrentAgent(pass: Pass): void {
  const value = pass.state.current_agent;
  if (value === undefined) {
    report(pass, "key-missing", ["current_agent"], { key: "current_agent" });
    return;
  }
  if (!pass.dialect.does.resolvesCurrentAgent) {
    if (!isObject(value)) {
      report(pass, "current-agent-not-an-object", ["current_agent"]);
      return;
    }
    if (value.name === undefined) {
      report(pass, "current-agent-without-name", ["current_agent"]);
      return;
    }
    if (value.name === "" && !pass.dialect.does.readsAgentIdentity) return;
  }
  if (readAgent(pass, value, ["current_agent"]) === "missing") {
    report(pass, "current-agent-unnamed", pathToMember(value, ["current_agent"], "name"));
  }
}
