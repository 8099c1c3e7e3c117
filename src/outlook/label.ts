import { isObject } from "../document/json.ts";
import { valueAt } from "../document/value-at.ts";
import { isTruthy } from "../python/truth.ts";
import { compareVersions, type Version } from "../readers/range.ts";
import { draftReader, writerOf } from "../readers/releases.ts";
import { wholeLabel } from "../reading/shortened-label.ts";
import { versions } from "../versions/registry.ts";
import type { EarlyField } from "../versions/version.ts";
import type { Outlooker } from "./outlooker.ts";

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
    if (value === undefined || !(says ?? isTruthy)(value)) continue;
    report("newer-than-label", [...base, ...path], { key: path[path.length - 1] ?? "", since, label });
  }
}

/** A field with the version that brought it in. */
interface LaterField extends EarlyField {
  readonly since: Version;
}

const later = new Map<Version, readonly LaterField[]>();

/** The fields of newer versions that files of this label may hold. */
function fieldsAfter(label: Version): readonly LaterField[] {
  let fields = later.get(label);
  if (fields === undefined) {
    fields = versions
      .filter((version) => compareVersions(label, version.label) < 0)
      .flatMap(({ label: since, early = [] }) => early.map((field) => ({ ...field, since })));
    later.set(label, fields);
  }
  return fields;
}
