import { isObject, type Json } from "../document/json.ts";
import { valueAt } from "../document/value-at.ts";
import { isFalsy } from "../python/truth.ts";
import { compareVersions, type Version } from "../readers/range.ts";
import { draftReader, writerOf } from "../readers/releases.ts";
import { wholeLabel } from "../reading/shortened-label.ts";
import type { Outlooker } from "./outlooker.ts";

/** A field that came with a later version: under an older label its readers differ in what they make of it. */
interface LaterField {
  readonly path: readonly string[];
  readonly since: Version;
  /** Whether the value says anything (`[]`, null and the like do not). */
  readonly says?: (value: Json) => boolean;
}

const laterFields: readonly LaterField[] = [
  { path: ["reasoning_item_id_policy"], since: "1.2" },
  { path: ["generated_prompt_cache_key"], since: "1.8" },
  { path: ["sandbox"], since: "1.7" },
  { path: ["max_turns"], since: "1.10", says: (value) => value === null },
  { path: ["nested_history_owned_session_item_refs"], since: "1.13" },
  { path: ["pending_input"], since: "1.15" },
  { path: ["terminal_unrecoverable"], since: "1.17" },
  { path: ["current_response_generated_item_ownership"], since: "1.17" },
  { path: ["last_processed_response", "mcp_tool_bindings"], since: "1.18" },
];

/** What the label itself gives away. */
export function checkLabel({ run, report }: Outlooker): void {
  const { label, base, state } = run;
  const held = isObject(state.pending_session_write) && state.pending_session_write.held !== undefined;
  if (writerOf(label) === undefined || (label === draftReader.writes && held)) {
    report("label-never-released", [...base, "$schemaVersion"], { label });
  }
  // That the label was cut short is told while reading.
  if (base.length === 0 && wholeLabel(label, state) !== null) return;
  for (const { path, since, says } of fieldsAfter(label)) {
    const value = valueAt(state, path);
    if (value === undefined || !(says ?? isTelling)(value)) continue;
    report("newer-than-label", [...base, ...path], { key: path[path.length - 1] ?? "", since, label });
  }
}

const later = new Map<Version, readonly LaterField[]>();

function fieldsAfter(label: Version): readonly LaterField[] {
  let fields = later.get(label);
  if (fields === undefined) {
    fields = laterFields.filter(({ since }) => compareVersions(label, since) < 0);
    later.set(label, fields);
  }
  return fields;
}

function isTelling(value: Json): boolean {
  return !isFalsy(value);
}
