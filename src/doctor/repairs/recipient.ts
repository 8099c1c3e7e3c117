import type { Edit } from "../../document/edits/edit.ts";
import { isObject, type Json } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { valueAt } from "../../document/value-at.ts";
import type { Finding } from "../../findings/finding.ts";
import { named } from "../../named.ts";
import { agentName } from "../../reading/agents.ts";
import type { RunReading } from "../../reading/reading.ts";
import type { Draft, RepairEdit } from "../cause.ts";
import { type Facts, runAround } from "../facts.ts";
import { firstWith, readerFrom, releaseFrom } from "../labels.ts";
import { liftedValue, liftTo } from "../lift.ts";

/** The recipient of local MCP calls, `[server, tool, place of the server among the agent's]` (0.24.0 `_mcp_tool_binding`), written in by
 * hand: it asserts what the file does not prove. Calls with one recipient are bound together. */
export function bindRecipient(facts: Facts, { rule, path, args }: Finding): Draft[] {
  const run = runAround(facts, path);
  // The bindings belong to the processed response: without one there is nowhere to put them.
  if (run === null || run.processed === null || path[run.base.length] !== "current_step") return [];
  const step = pointerOf([...run.base, "current_step"]);
  const server = String(args.server ?? "");
  const tool = String(args.tool ?? "");
  const ids = facts.judgement.findings
    .filter((other) => other.rule === rule && pointerOf(other.path).startsWith(`${step}/`))
    .filter((other) => String(other.args.server ?? "") === server && String(other.args.tool ?? "") === tool)
    .map((other) => String(other.args.id));
  const proposed = server === "" || tool === "" ? null : `${server}/${tool}`;
  const stated = facts.assume.get("recipient") ?? proposed;
  const cut = stated?.lastIndexOf("/") ?? -1;
  const lifted = liftTo(facts, firstWith.toolBindings);
  if (ids[0] !== String(args.id) || stated === null || cut <= 0 || lifted === null) return [];
  const place = placeOf(facts, agentName(run.state.current_agent), stated.slice(0, cut));
  const binding = [stated.slice(0, cut), stated.slice(cut + 1), place ?? 0];
  return [
    {
      id: `bind-${String(args.id)}`,
      summary: `label ${firstWith.toolBindings} and a recipient for ${named(ids)}, taken for granted`,
      edits: [...lifted, bindingEdit(run, liftedValue(facts, lifted), ids, binding)],
      risk: `The call goes to the server that you state${place === null ? ", taken for the first in mcp_servers of the agent: give --agents FILE when it is not" : ""}. The file names a server, not the tool listing that the human saw when deciding: a changed server would run something else.`,
      needs: [releaseFrom(firstWith.toolBindings)],
      assumes: { key: "recipient", proposed },
      cures: ["mcp-call-without-binding"],
      reader: readerFrom(facts, firstWith.toolBindings),
    },
  ];
}

/** Where the program's agent has the server, from 0; null when no agents file tells. */
function placeOf({ agents }: Facts, name: Json | undefined, server: string): number | null {
  const place = agents?.agents.find((agent) => agent.name === name)?.mcp_servers?.indexOf(server) ?? -1;
  return place < 0 ? null : place;
}

function bindingEdit({ base }: RunReading, root: Json, callIds: readonly string[], binding: Json): RepairEdit {
  const path = [...base, "last_processed_response", "mcp_tool_bindings"];
  const there = valueAt(root, path);
  const known = isObject(there) ? Object.entries(there) : [];
  const value = Object.fromEntries([...known, ...callIds.map((id): [string, Json] => [id, binding])]);
  const edit: Edit = { op: "add", path, value };
  return { edit, reason: "the recipient that 0.23.1 and later compare with the program's server before the call runs" };
}
