import { appendAll } from "../../append-all.ts";
import { isObject, type Json, type JsonObject, type Path } from "../../document/json.ts";
import { pathToMember } from "../../document/value-at.ts";
import { hostedRequestOf } from "../../python/call-view.ts";
import type { RunReading } from "../../reading/reading.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";
import { nestedRuns } from "../../reading/run/nested-runs.ts";
import { queuedFunctions } from "../../reading/run/queued.ts";
import { originServer } from "../../reading/tool-origin.ts";
import { pendingCallOf } from "../decisions/decisions.ts";
import { namedAgent } from "./agent-references.ts";
import { handoffsOf } from "./handoffs.ts";
import { namedPatches } from "./named-patches.ts";
import { programmaticItem, programmaticTool } from "./programmatic.ts";

/** Something that the program must have under this name for the resume, and a place of the file that names it. */
export interface Need {
  /** `server`: a local MCP server; `hosted`: one that the model's provider calls. */
  readonly what: "agent" | "tool" | "handoff" | "server" | "hosted";
  readonly name: string;
  /** The agent that must have it; of an agent its own name. */
  readonly agent: string;
  readonly path: Path;
}

type Names = (need: Need) => void;

/** What the paused response, its agents and the runs that wait inside of it need of the program. An agent that only the history names
 * stands once. */
export function needsOf(run: RunReading): Need[] {
  const needs: Need[] = [];
  const add: Names = (need) => {
    if (need.name !== "") needs.push(need);
  };
  const current = nameOf(run.state.current_agent, run);
  add(agentNeed(run, [...run.base, "current_agent"], run.state.current_agent));
  addWaiting(add, run, current);
  addResponse(add, run, current);
  addHistory(add, run, new Set(needs.flatMap(({ what, name }) => (what === "agent" ? name : []))));
  for (const nested of nestedRuns(run)) appendAll(needs, needsOf(nested));
  return needs;
}

/** Empty where the file names none. */
export function nameOf(reference: Json | undefined, run: RunReading): string {
  return namedAgent(reference, run)?.name ?? "";
}

function agentNeed(run: RunReading, path: Path, reference: Json | undefined): Need {
  const name = nameOf(reference, run);
  return { what: "agent", name, agent: name, path: pathToMember(reference, path, "name") };
}

function addWaiting(add: Names, run: RunReading, current: string): void {
  for (const approval of waitingApprovals(run)) {
    const { data, raw } = approval;
    const path = [...run.base, ...approval.path];
    const rawPath = [...run.base, ...approval.rawPath];
    add(agentNeed(run, [...path, "agent"], data.agent));
    const agent = nameOf(data.agent, run) || current;
    const label = hostedRequestOf(raw)?.serverLabel;
    const server = originServer(data);
    if (label !== undefined) add({ what: "hosted", name: label, agent, path: [...rawPath, ...labelPath(raw)] });
    else if (server !== undefined)
      add({ what: "server", name: server, agent, path: [...path, "tool_origin", "mcp_server_name"] });
    else if (isObject(raw) && typeof raw.name === "string")
      add({ what: "tool", name: pendingCallOf(approval).tool, agent, path: [...rawPath, "name"] });
  }
}

function labelPath(raw: Json): Path {
  return isObject(raw) && isObject(raw.provider_data) && raw.provider_data.server_label !== undefined
    ? ["provider_data", "server_label"]
    : ["server_label"];
}

/** Calls of agents that wait inside, programs, patches that their tool makes known, and handoffs beside the calls that wait. */
function addResponse(add: Names, run: RunReading, agent: string): void {
  for (const { call, nested, path } of queuedFunctions(run))
    if (nested !== null && typeof call.name === "string")
      add({ what: "tool", name: call.name, agent, path: [...run.base, ...path, "tool_call", "name"] });
  const programmatic = programmaticItem(run);
  if (programmatic !== undefined) add({ what: "tool", name: programmaticTool, agent, path: programmatic });
  for (const { name, path } of namedPatches(run)) add({ what: "tool", name, agent, path: [...path, "name"] });
  for (const { path, name } of handoffsOf(run))
    add({ what: "handoff", name, agent, path: [...run.base, ...path, "handoff", "tool_name"] });
}

/** Agents that only items name: without them the items are left out. */
function addHistory(add: Names, run: RunReading, said: Set<string>): void {
  const addOnce = (path: Path, data: JsonObject, key: string) => {
    const name = nameOf(data[key], run);
    if (said.has(name)) return;
    said.add(name);
    add(agentNeed(run, [...path, key], data[key]));
  };
  for (const { index, data, type } of run.generated.kept) {
    const path = [...run.base, "generated_items", index];
    addOnce(path, data, "agent");
    if (type !== "handoff_output_item") continue;
    addOnce(path, data, "source_agent");
    addOnce(path, data, "target_agent");
  }
}
