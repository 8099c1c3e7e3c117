import { isObject, type Json, type Path } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { isFalsy, isTruthy } from "../../python/truth.ts";
import { readAgent } from "../agents.ts";
import { iterate, lengthInPython } from "../iterate.ts";
import { type Pass, report } from "../pass.ts";
import type { ProcessedReading } from "../reading.ts";

type Kind = "input" | "output" | "tool_input" | "tool_output";

/** The four lists of guardrail results, then the boundary that points into the last one. */
export function readGuardrails(pass: Pass, processed: ProcessedReading | null): void {
  readResults(pass, "input");
  readResults(pass, "output");
  readResults(pass, "tool_input");
  const before = pass.errors;
  const results = readResults(pass, "tool_output");
  if (processed !== null && pass.errors === before) readBoundary(pass, processed, results);
}

interface Results {
  readonly length: number;
  readonly dropped: readonly number[];
}

function readResults(pass: Pass, kind: Kind): Results {
  const key = `${kind}_guardrail_results`;
  const value = pass.state[key];
  if (isFalsy(value)) return { length: 0, dropped: [] };
  const entries = iterate(value as Json);
  if (entries === null) {
    report(pass, "guardrail-results-not-a-list", [key], { found: kindOf(value) });
    return { length: 0, dropped: [] };
  }
  const dropped: number[] = [];
  for (let index = 0; index < entries.length; index++) {
    const path = Array.isArray(value) ? [key, index] : [key];
    if (!readResult(pass, kind, entries[index] as Json, path)) dropped.push(index);
  }
  return { length: lengthInPython(value as Json), dropped };
}

/** `_parse_guardrail_entry`, `_parse_tool_guardrail_entry`: false when the entry is dropped. */
function readResult(pass: Pass, kind: Kind, entry: Json, path: Path): boolean {
  if (!isObject(entry)) {
    report(pass, "guardrail-result-replaced", path, { found: kindOf(entry) });
    return true;
  }
  // Without a usable output a tool's guardrail counts as allowing: told below.
  for (const part of kind === "input" || kind === "output" ? ["guardrail", "output"] : ["guardrail"]) {
    const value = entry[part];
    if (value !== undefined && !isObject(value))
      report(pass, "guardrail-result-replaced", [...path, part], { part, found: kindOf(value) });
  }
  const type = valueAt(entry, ["guardrail", "type"]);
  if (!isFalsy(type) && type !== kind) {
    report(pass, "guardrail-result-dropped", [...path, "guardrail", "type"], { expected: kind, found: kindOf(type) });
    return false;
  }
  if (kind === "input" || kind === "output") readTripwire(pass, entry.output, path);
  if (kind === "output") readOutputAgent(pass, entry.agent, [...path, "agent"]);
  else if (kind !== "input" && valueAt(entry, ["output", "behavior", "type"]) === undefined)
    report(pass, "guardrail-behavior-allow", [...path, "output"]);
  return true;
}

function readTripwire(pass: Pass, output: Json | undefined, path: Path): void {
  const tripped = isObject(output) ? (output.tripwireTriggered ?? null) : null;
  if (tripped === null || typeof tripped === "boolean") return;
  const args = { found: kindOf(tripped), truth: isTruthy(tripped) };
  report(pass, "guardrail-tripwire-odd", [...path, "output", "tripwireTriggered"], args);
}

/** Before 0.14.0 only `{name: text}` was looked up and nothing raised. */
function readOutputAgent(pass: Pass, agent: Json | undefined, path: Path): void {
  if (!pass.dialect.does.readsAgentIdentity) {
    const named = isObject(agent) && typeof agent.name === "string" && agent.name !== "";
    if (!named) report(pass, "guardrail-agent-replaced", path);
  } else if (readAgent(pass, agent, path) === "missing") report(pass, "guardrail-agent-replaced", path);
}

/** A dropped result shifts every later one, so the boundary would point elsewhere. */
function readBoundary(pass: Pass, processed: ProcessedReading, results: Results): void {
  const start = processed.data.tool_output_guardrail_result_start;
  if (typeof start !== "number" || !pass.dialect.on["guardrail-start-beyond-results"]) return;
  const [first] = results.dropped;
  if (first !== undefined) report(pass, "guardrail-start-result-dropped", ["tool_output_guardrail_results", first]);
  else if (start > results.length) {
    const path = ["last_processed_response", "tool_output_guardrail_result_start"];
    report(pass, "guardrail-start-beyond-results", path, { results: results.length });
  }
}
