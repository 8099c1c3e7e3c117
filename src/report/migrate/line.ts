import type { Named } from "../../document/checkpoint.ts";
import { pointerOf } from "../../document/pointer.ts";
import { describeFinding, type PlaceSource } from "../../findings/describe.ts";
import type { FinalEdit } from "../../migrate/merge.ts";
import type { Migration } from "../../migrate/migrate.ts";
import { reasonOf } from "../../migrate/reason.ts";
import { safeJson } from "../terminal/safe-text.ts";
import { editValue } from "./edit-value.ts";

/** One line of the report of a migration: JSON, numbers in edits spelled as they are written, values of the document only with `values`.
 * `fault` says why a result could not be put where it belongs. */
export function migrateLine(
  named: Named,
  migration: Migration,
  places: PlaceSource,
  values: boolean,
  fault?: string,
): string {
  const { from, to, status, edits } = migration;
  const findings = migration.findings.map((finding) => describeFinding(finding, places));
  const head = safeJson({
    file: named.file,
    line: named.line,
    from,
    to,
    status,
    ...(fault === undefined ? {} : { fault }),
  });
  return `${head.slice(0, -1)},"edits":[${edits.map((edit) => editJson(edit, values)).join(",")}],"findings":${safeJson(findings)}}`;
}

function editJson({ edit, loss, change }: FinalEdit, values: boolean): string {
  const head = safeJson({ op: edit.op, path: pointerOf(edit.path) }).slice(0, -1);
  const value = edit.op === "remove" ? "" : `,"value":${editValue(edit, values)}`;
  return `${head}${value},${safeJson({ reason: reasonOf(change), loss, rule: change.rule }).slice(1)}`;
}
