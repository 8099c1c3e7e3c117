import type { Cause, Repair, RepairEdit, SessionChange } from "../../doctor/cause.ts";
import type { SdkError } from "../../doctor/sdk-error.ts";
import { compactStyle, writeValue } from "../../document/edits/style.ts";
import { pointerOf } from "../../document/pointer.ts";
import type { Verdict } from "../../judge.ts";
import type { Outlook } from "../../rules/rule.ts";
import { oneLine, strictLine } from "../../session/raw-item.ts";
import { tool } from "../../tool.ts";
import { formatVersion } from "../json.ts";
import { safeJson } from "../terminal/safe-text.ts";

/** A diagnosis with what stands around it. `file` is null when only an error text was asked about. */
export interface DoctorReport {
  readonly file: string | null;
  readonly sdk: string;
  readonly verdict: Verdict | null;
  readonly resume: Outlook | null;
  /** What `--error` was taken for; null when none was given. */
  readonly errors: readonly SdkError[] | null;
  readonly causes: readonly Cause[];
  /** What the reader of the session had to tell. */
  readonly notes: readonly string[];
}

/** The diagnosis as JSON. New values and session items stand as they are spelled in their source;
 * only NaN and the infinities, which are no JSON, stand as strings. */
export function doctorJson(report: DoctorReport, oneline: boolean): string {
  const { file, sdk, verdict, resume, errors, causes, notes } = report;
  const tells = errors === null ? null : errors.map((error) => error.tells);
  const head = { formatVersion, tool, file, sdk, verdict, resume, ...(tells === null ? {} : { error: tells }), notes };
  const list = causes.map(causeJson);
  if (oneline) return `${safeJson(head).slice(0, -1)},"causes":[${list.join(",")}]}\n`;
  const fields = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${safeJson(value)}`);
  const body = list.length === 0 ? "[]" : `[\n    ${list.join(",\n    ")}\n  ]`;
  return `{\n${fields.join(",\n")},\n  "causes": ${body}\n}\n`;
}

function causeJson({ id, confidence, summary, evidence, repairs, advice }: Cause): string {
  const head = safeJson({ id, confidence, summary, evidence });
  return `${head.slice(0, -1)},"repairs":[${repairs.map(repairJson).join(",")}],"advice":${safeJson(advice)}}`;
}

export function repairJson({ id, summary, edits, session, risk, needs }: Repair): string {
  const head = safeJson({ id, summary }).slice(0, -1);
  return `${head},"edits":[${edits.map(editJson).join(",")}],"session":[${session.map(changeJson).join(",")}],"risk":${safeJson(risk)},"needs":${safeJson(needs)}}`;
}

function editJson({ edit, reason }: RepairEdit): string {
  const head = safeJson({ op: edit.op, path: pointerOf(edit.path) }).slice(0, -1);
  return `${head}${edit.op === "remove" ? "" : `,"value":${strictLine(valueText(edit))}`},"reason":${safeJson(reason)}}`;
}

/** The new value on one line, as it is written. */
export function valueText(edit: RepairEdit["edit"]): string {
  return edit.op === "remove" ? "" : oneLine(writeValue(edit.value, compactStyle, undefined));
}

function changeJson({ op, at, item }: SessionChange): string {
  return item === null ? safeJson({ op, at }) : `{"op":"${op}","at":${at},"item":${strictLine(item.text)}}`;
}
