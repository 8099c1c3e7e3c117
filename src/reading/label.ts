import type { JsonObject } from "../document/json.ts";
import type { FindingArgs } from "../findings/finding.ts";
import { kindOf } from "../findings/kind-of.ts";
import { isFalsy } from "../python/truth.ts";
import { compareVersions } from "../readers/range.ts";
import { newestReader, type Reader } from "../readers/releases.ts";
import type { RuleName } from "../rules/index.ts";
import { wholeLabel } from "./shortened-label.ts";

export interface LabelFault {
  readonly rule: RuleName;
  readonly args: FindingArgs;
}

/** Labels that readers list: every 1.x up to the newest (`SUPPORTED_SCHEMA_VERSIONS`; exactly these texts, no blanks, no padding). */
const form = /^1\.(0|[1-9][0-9]?)$/;

/** `_validate_run_state_schema_version`: why this reader does not take the label, or null. */
export function judgeLabel(state: JsonObject, reader: Reader): LabelFault | null {
  const label = state.$schemaVersion;
  if (isFalsy(label)) return { rule: "label-missing", args: { found: kindOf(label) } };
  if (typeof label !== "string") {
    const meant = wholeLabel(String(label), state) ?? (form.test(String(label)) ? String(label) : "");
    return { rule: "label-not-text", args: { found: kindOf(label), meant } };
  }
  // The reader's own label needs no look at the rest.
  if (label === reader.reads) return null;
  if (!form.test(label)) return { rule: "label-unknown", args: { newest: reader.reads } };
  if (compareVersions(label, reader.reads) <= 0) return null;
  const known = compareVersions(label, newestReader.reads) <= 0;
  return {
    rule: known ? "label-too-new" : "label-unknown",
    args: known ? { label, newest: reader.reads } : { newest: reader.reads },
  };
}
