import { isObject, type JsonObject, objectOf, type Path } from "../../document/json.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { isHashable, isTruthy } from "../../python/truth.ts";
import { type Pass, type Programs, report } from "../pass.ts";
import { rawItems, usesProgrammaticCalling } from "../raw-items.ts";

/** The gate of programmatic tool calling: below 1.13 no raw item may speak its protocol (`_run_state_raw_items`). */
export function readProgrammaticGate(pass: Pass): void {
  if (!pass.dialect.on["programmatic-calling-below-1-13"]) return;
  for (const { item, path } of rawItems(pass.state, pass.dialect.does.gateReadsPendingInput)) {
    if (!isObject(item)) continue;
    if (!isHashable(item.type)) {
      report(pass, "programmatic-item-type-unusable", [...path, "type"]);
      return;
    }
    if (usesProgrammaticCalling(item)) {
      report(pass, "programmatic-calling-below-1-13", path, { label: pass.label });
      return;
    }
  }
}

/** Who may call a tool; a tool that cannot choose its callers, and a handoff, is for the model alone. */
export type Callers = "model" | "model-and-programs";

/** The caller of an action's call. Only with the tool in the graph the reader gets as far as this, and a program that made such calls has it.
 * A program must be in the document, still at work (`ensure_programmatic_tool_call_parent`), and its tool take such calls
 * (`ensure_tool_caller_allowed`). */
export function readCaller(pass: Pass, call: JsonObject, path: Path, callers: Callers): void {
  const caller = call.caller ?? null;
  if (caller === null || isGated(pass)) return;
  const { type, caller_id: id } = objectOf(caller);
  if (type === "direct") return;
  if (type !== "program") {
    report(pass, "caller-not-allowed", [...path, "caller"], {
      found: isObject(caller) ? "another type" : kindOf(caller),
    });
    return;
  }
  pass.programs ??= programsOf(pass);
  if (typeof id !== "string" || !pass.programs.known.has(id)) {
    report(pass, "program-caller-without-program", [...path, "caller"]);
  } else if (pass.programs.completed.has(id)) report(pass, "program-caller-after-output", [...path, "caller"]);
  else if (callers === "model") report(pass, "caller-not-allowed", [...path, "caller"]);
}

/** Where the gate is shut, that is all there is to say. */
function isGated(pass: Pass): boolean {
  return pass.errors > 0 && [...pass.broken.values()].includes("programmatic-calling-below-1-13");
}

/** `_run_state_program_call_ids`: with a conversation that the server keeps, outputs and callers vouch for their program too. */
function programsOf(pass: Pass): Programs {
  const { conversation_id: conversation, previous_response_id: previous, auto_previous_response_id: auto } = pass.state;
  const serverKeeps = isTruthy(conversation) || isTruthy(previous) || isTruthy(auto);
  const known = new Set<string>();
  const completed = new Set<string>();
  for (const { item } of rawItems(pass.state, pass.dialect.does.gateReadsPendingInput)) {
    if (!isObject(item)) continue;
    const { type, call_id: id, caller, status } = item;
    if (typeof id === "string" && id !== "") {
      if (type === "program" || (type === "program_output" && serverKeeps)) known.add(id);
      if (type === "program_output" && status === "completed") completed.add(id);
    }
    if (!serverKeeps || !isObject(caller) || caller.type !== "program") continue;
    if (typeof caller.caller_id === "string" && caller.caller_id !== "") known.add(caller.caller_id);
  }
  return { known, completed };
}
