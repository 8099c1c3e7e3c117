import { isObject, member, type Path } from "../../document/json.ts";
import { isTruthy } from "../../python/truth.ts";
import { rawItems, usesProgrammaticCalling } from "../../reading/raw-items.ts";
import type { MigrateRule } from "../../rules/migrate.ts";
import { note, noteOnce, objectAt, remove, removeAt, removeMembers, together } from "./change.ts";
import { runItems } from "./run-items.ts";
import type { Change, Run } from "./step.ts";

/** 1.15 → 1.14: what a person added to the pause and a turn took up since is an item that 0.19.4 and older leave out with a log line: the
 * model no longer sees it. */
export function refuseDeliveredInput(run: Run): Change[] {
  const places = [...runItems(run)].flatMap(([item, path]) => (member(item, "type") === "input_item" ? [path] : []));
  return noteOnce("delivered-input-below-1-15", places);
}

/** 1.15 → 1.14: 0.19.4 and older leave out what a local shell call gave back with a log line, of their own files too: the model sees neither
 * the output nor the call. */
export function noteLocalShellOutputs(run: Run): Change[] {
  const items = [...runItems(run)];
  const places = items.filter(([item]) => objectAt(item, "raw_item")?.type === "local_shell_call_output");
  return noteOnce(
    "local-shell-output-below-1-15",
    places.map(([, path]) => path),
  );
}

/** 1.13 → 1.12: 0.18.3 drops the output of a program without a word, older readers refuse the file. What newer ones refuse under an older label
 * is what is refused here. */
export function refusePrograms(run: Run): Change[] {
  const places = [...rawItems(run.value, true)].flatMap(({ item, path }) =>
    isObject(item) && usesProgrammaticCalling(item) ? [[...run.base, ...path]] : [],
  );
  return noteOnce("program-items-below-1-13", places);
}

/** Members that every item of a run may have, removed from all of them by one change. */
function dropFromItems(run: Run, rule: MigrateRule, keys: readonly string[]): Change[] {
  return together(
    rule,
    [...runItems(run)].flatMap(([item, path]) => removeMembers(item, path, keys)),
  );
}

/** 1.11 → 1.10: 0.17.4 does not keep the data that tools attach for the application. */
export function dropCustomData(run: Run): Change[] {
  return dropFromItems(run, "custom-data-dropped", ["custom_data"]);
}

/** 1.9 → 1.8: 0.13.6 drops a pending call of a custom tool, an approved one is not run and the run goes on with the
 * call open. */
export function refuseCustomTools(run: Run): Change[] {
  const processed = objectAt(run.value, "last_processed_response");
  const actions = processed === undefined ? undefined : member(processed, "custom_tool_actions");
  const path = [...run.base, "last_processed_response", "custom_tool_actions"];
  if (isTruthy(actions)) return [note("custom-tools-below-1-9", path)];
  const waiting = run.facts.approvals.find(({ raw }) => isObject(raw) && member(raw, "type") === "custom_tool_call");
  if (waiting !== undefined) return [note("custom-tools-below-1-9", waiting.path)];
  if (actions === undefined) return [];
  return [remove("custom-actions-empty-dropped", path)];
}

/** 1.5 → 1.4: 0.10.5 knows tools by their bare names only and skips items of the tool search. Keys of bare names say
 * nothing that the name does not. */
export function dropToolIdentity(run: Run): Change[] {
  const places: Path[] = [];
  for (const [item, path] of runItems(run)) {
    const key = objectAt(item, "tool_lookup_key");
    const kind = key === undefined ? undefined : (member(key, "kind") ?? "bare");
    if (kind !== undefined && kind !== "bare") places.push([...path, "tool_lookup_key"]);
    else if (isTruthy(member(item, "tool_namespace"))) places.push([...path, "tool_namespace"]);
    else if (String(member(item, "type")).startsWith("tool_search")) places.push([...path, "type"]);
  }
  const refused = noteOnce("tool-identity-below-1-5", places);
  return refused.length > 0
    ? refused
    : dropFromItems(run, "bare-keys-dropped", ["tool_lookup_key", "tool_namespace", "title", "allow_bare_name_alias"]);
}

/** 1.13 → 1.12: 0.18.3 may send history that a handoff had already summed up once more. */
export function dropItemIndexes(run: Run): Change[] {
  const refs = "nested_history_owned_session_item_refs";
  const hasHistory = isTruthy(member(run.value, refs));
  return [
    ...removeAt(run, hasHistory ? "handoff-history-dropped" : "item-indexes-dropped", [refs]),
    ...removeAt(run, "item-indexes-dropped", ["generated_session_item_indexes"]),
  ];
}
