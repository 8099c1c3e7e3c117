import type { Document } from "../document/document.ts";
import { isObject, type Json, type Path } from "../document/json.ts";
import { textAt } from "../document/text-at.ts";
import { compactStyle } from "../python/canonical-json.ts";
import { canonicalFromText } from "../python/canonical-text.ts";
import type { RunReading } from "../reading/reading.ts";
import { queuedFunctions } from "../reading/run/queued.ts";
import { type Thing, thing } from "./thing.ts";

/** Members of a run that other things tell of, that repeat them, or that keep the books of them. */
const toldElsewhere: ReadonlySet<string> = new Set(
  `$schemaVersion current_turn max_turns conversation_id previous_response_id current_turn_persisted_item_count current_agent current_step
  terminal_unrecoverable no_active_agent_run original_input pending_input tool_use_tracker model_responses last_model_response
  last_processed_response generated_items session_items generated_session_item_indexes current_response_generated_item_ownership
  nested_history_owned_session_item_refs pending_session_write context`.split(/\s+/),
);
const toldOfContext: ReadonlySet<string> = new Set(
  "approvals function_tool_approvals hosted_mcp_approvals tool_invocations usage context context_meta".split(" "),
);

/** What else stands in a run: guardrail results, trace, sandbox, members that nobody knows. */
export function otherThings(run: RunReading): Thing[] {
  const { context } = run.state;
  const inContext = isObject(context) ? Object.entries(context).filter(([key]) => !toldOfContext.has(key)) : [];
  return [
    ...Object.entries(run.state)
      .filter(([key]) => !toldElsewhere.has(key))
      .flatMap(([key, value]) => member(run, [key], value)),
    ...inContext.flatMap(([key, value]) => member(run, ["context", key], value)),
  ];
}

/** Every member, an empty one too: of two runs in which nothing else differs, whatever does is told, down to the digits of a number. */
export function allMembers(document: Document, run: RunReading): Thing[] {
  return Object.entries(run.state).map(([key, value]) => {
    if (key === "last_processed_response") return other(run, [key], withoutRuns(run, value));
    return { ...other(run, [key], value), value: textOf(document, [...run.base, key]) };
  });
}

function textOf(document: Document, path: Path): string {
  const text = textAt(document, path) ?? "";
  const canonical = canonicalFromText(text, compactStyle);
  return typeof canonical === "string" ? canonical : text;
}

/** None for an empty one: an old label lacks what a new one writes as null, false or empty. */
function member(run: RunReading, path: readonly string[], value: Json): Thing[] {
  return isEmpty(value) ? [] : [other(run, path, value)];
}

function other(run: RunReading, path: readonly string[], value: Json): Thing {
  const told = Array.isArray(value) ? value.length : null;
  return thing(run, path, { part: "other", name: path.join("."), value, told });
}

function isEmpty(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) ? Object.keys(value).length === 0 : value === null || value === false;
}

/** The runs below that were read are compared on their own. */
function withoutRuns(run: RunReading, value: Json): Json {
  if (!isObject(value) || !Array.isArray(value.functions)) return value;
  const at = run.base.length + 2;
  const read = new Set(queuedFunctions(run).map(({ nested }) => (nested?.rejected === false ? nested.base[at] : null)));
  const functions = value.functions.map((entry, index) =>
    isObject(entry) && read.has(index) ? { ...entry, agent_run_state: null } : entry,
  );
  return { ...value, functions };
}
