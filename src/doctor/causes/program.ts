import { isObject, member } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { mostNamed, named } from "../../named.ts";
import { type Need, needsOf } from "../../outlook/program/needs.ts";
import type { RunReading } from "../../reading/reading.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import type { Evidence, Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";

interface LookedUp extends Need {
  readonly what: Exclude<Need["what"], "agent">;
}

const words: Readonly<Record<LookedUp["what"], string>> = {
  tool: "the tool",
  handoff: "the handoff",
  server: "the MCP server",
  hosted: "the hosted MCP server",
};

/** Tools, handoffs and servers are known only to the program: without `--agents` those that the paused response needs are listed. */
export function findProgramNeeds(facts: Facts): Suspect[] {
  const run = runOf(facts);
  if (!isInterrupted(run) || facts.agents !== null) return [];
  const needs = needsOf(run).filter(isLookedUp);
  if (needs.length === 0) return [];
  const names = [...new Set(needs.map(nameOf))];
  return [
    {
      id: "tool-missing",
      confidence: "possible",
      summary: `The resume looks these up in the program, by name: ${named(names)}. If one was renamed or removed since the pause, it raises, asks for ever or leaves the call out.`,
      evidence: [
        ...needs.slice(0, mostNamed).map((need) => at(pointerOf(need.path), nameOf(need))),
        ...bindings(run).slice(0, mostNamed),
      ],
      advice: ["Compare them with the program; `--agents FILE` does it. A rejected call needs no tool."],
    },
  ];
}

function isLookedUp(need: Need): need is LookedUp {
  return need.what !== "agent";
}

function nameOf({ what, name, agent }: LookedUp): string {
  return `${words[what]} ${name} of ${agent}`;
}

/** Which server and tool a call goes to, and the server's place among those of the agent: all three are compared from 0.23.1 on. */
function bindings(run: RunReading): Evidence[] {
  const bound = run.processed?.data.mcp_tool_bindings;
  if (!run.dialect.does.readsMcpBindings || !isObject(bound)) return [];
  return Object.keys(bound).flatMap((callId) => {
    const binding = member(bound, callId);
    if (!Array.isArray(binding) || typeof binding[0] !== "string" || typeof binding[1] !== "string") return [];
    const place = typeof binding[2] === "number" ? `, place ${binding[2]} in mcp_servers (from 0)` : "";
    const path = [...run.base, "last_processed_response", "mcp_tool_bindings", callId];
    return [at(pointerOf(path), `${callId} is bound to ${binding[0]}/${binding[1]}${place}: the same at the resume`)];
  });
}
