import type { Edit } from "../../document/edit.ts";
import { isObject, type Json } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import type { Finding } from "../../findings/finding.ts";
import { compareVersions } from "../../readers/range.ts";
import { newestReader } from "../../readers/releases.ts";
import type { Draft, RepairEdit } from "../cause.ts";
import { type Facts, runOf } from "../facts.ts";
import { liftedValue, liftTo } from "../lift.ts";

const KEY = "mcp_tool_bindings";

/** The recipient of a local MCP call, `[server, tool, occurrence]`, written in by hand: it asserts what the file does not prove. */
export function bindRecipient(facts: Facts, { path, args }: Finding): Draft[] {
  const run = runOf(facts);
  // The bindings belong to the processed response: without one there is nowhere to put them.
  if (run === null || run.processed === null || path[0] !== "current_step") return [];
  const server = String(args.server ?? "");
  const tool = String(args.tool ?? "");
  const proposed = server === "" || tool === "" ? null : `${server}/${tool}`;
  const stated = facts.assume.get("recipient") ?? proposed;
  const cut = stated?.lastIndexOf("/") ?? -1;
  const lifted = liftTo(facts, "1.18");
  if (stated === null || cut <= 0 || lifted === null) return [];
  const binding = [stated.slice(0, cut), stated.slice(cut + 1), 0];
  return [
    {
      id: `bind-${String(args.id)}`,
      summary: `label 1.18 and a recipient for ${String(args.id)}, taken for granted`,
      edits: [...lifted, bindingEdit(liftedValue(facts, lifted), String(args.id), binding)],
      session: [],
      risk: "The call goes to the server that you state. The file names a server, not the tool listing that the human saw when deciding: a changed server would run something else.",
      needs: ["openai-agents 0.23.1 or later"],
      assumes: { key: "recipient", proposed },
      cures: ["mcp-call-without-binding"],
      reader: compareVersions(facts.reader.writes, "1.18") < 0 ? newestReader : facts.reader,
    },
  ];
}

function bindingEdit(root: Json, callId: string, binding: Json): RepairEdit {
  const path = ["last_processed_response", KEY];
  const edit: Edit = isObject(valueAt(root, path))
    ? { op: "add", path: [...path, callId], value: binding }
    : { op: "add", path, value: Object.fromEntries([[callId, binding]]) };
  return { edit, reason: "the recipient that 0.23.1 and later compare with the program's server before the call runs" };
}
