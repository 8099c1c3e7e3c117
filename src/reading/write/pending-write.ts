import { isObject, type Json, type JsonObject, member, type Path } from "../../document/json.ts";
import { kindOf, kindOfCount } from "../../findings/kind-of.ts";
import type { RuleName } from "../../rules/index.ts";
import { isIdPolicy } from "../id-policy.ts";
import { at, type Pass, report } from "../pass.ts";
import type { PendingWriteReading, StepReading } from "../reading.ts";
import { readDraftHeld } from "./draft-write.ts";
import { laterKeys, writeKeys } from "./keys.ts";

const base = "pending_session_write";

/** `/pending_session_write`: exact keys by label, each with its own check (one message for all of them in the SDK). Returns the
 * record that the reader takes; behind a broken step it takes none, whatever the record holds. */
export function readPendingWrite(pass: Pass, step: StepReading | "broken" | null): PendingWriteReading | null {
  const record = pass.state.pending_session_write ?? null;
  if (record === null) return null;
  if (report(pass, "pending-write-ignored", [base])) return null;
  if (report(pass, "pending-write-needs-1-17", [base], { label: pass.label })) return null;
  const before = pass.errors;
  if (step === null) report(pass, "pending-write-without-step", [base]);
  if (!isObject(record)) report(pass, "pending-write-not-an-object", [base], { found: kindOf(record) });
  else readRecord(pass, record);
  return pass.errors === before && step !== "broken" ? (record as PendingWriteReading) : null;
}

function readRecord(pass: Pass, record: JsonObject): void {
  const before = pass.errors;
  readKeys(pass, record);
  if (pass.errors === before) readHeld(pass, record);
  if (pass.errors === before) readBase(pass, record);
  if (pass.errors === before) readCompaction(pass, record);
}

/** One finding for the first key that the label does not allow, else for the first that it demands. The draft can have both. */
function readKeys(pass: Pass, record: JsonObject): void {
  if (pass.dialect.on["draft-write-key-unknown"]) readDraftHeld(pass, record, base);
  else if (reportUnknownKey(pass, record)) return;
  const missing = writeKeys.find((key) => member(record, key) === undefined);
  if (missing !== undefined) report(pass, "pending-write-key-missing", [base], { key: missing });
}

function reportUnknownKey(pass: Pass, record: JsonObject): boolean {
  for (const key of Object.keys(record)) {
    if (writeKeys.includes(key)) continue;
    const later = laterKeys.find(({ keys }) => keys.includes(key));
    if (later !== undefined && pass.dialect.does[later.read]) continue;
    const args = { label: pass.label, key: later === undefined ? "" : key };
    report(pass, later?.tooNew ?? "pending-write-key-unknown", [base, key], args);
    return true;
  }
  return false;
}

function readHeld(pass: Pass, record: JsonObject): void {
  const { held } = record;
  const policy = record.reasoning_item_id_policy;
  if (held !== undefined && typeof held !== "boolean") fault(pass, "held-not-a-boolean", ["held"], held);
  else if (held === true && record.before !== null) fault(pass, "held-with-before", ["before"], record.before);
  else if (held === true && record.current_response === undefined)
    report(pass, "held-without-current-response", [base]);
  else if (policy !== undefined && !isIdPolicy(policy))
    fault(pass, "held-policy-invalid", ["reasoning_item_id_policy"], policy);
  else if (record.current_response !== undefined && !readCurrentResponse(pass, record)) return;
  else if (held !== true) {
    const key = ["reasoning_item_id_policy", "current_response"].find((name) => record[name] !== undefined);
    if (key !== undefined) report(pass, "held-keys-on-ordinary-write", [base, key], { key });
  }
}

/** The boundary of the held response: a turn up to the run's own, a start up to the end of the items. */
function readCurrentResponse(pass: Pass, record: JsonObject): boolean {
  const boundary = record.current_response;
  if (!isObject(boundary) || !hasExactly(boundary, ["turn", "start"])) {
    return fault(pass, "held-current-response-invalid", ["current_response"], boundary);
  }
  const { turn, start } = boundary;
  if (!isCount(pass, ["current_response", "turn"], turn)) {
    return fault(pass, "held-current-response-invalid", ["current_response", "turn"], turn);
  }
  const current = pass.state.current_turn;
  if (typeof current !== "number" && typeof current !== "boolean") {
    if (current !== undefined) report(pass, "turn-not-comparable", ["current_turn"], { found: kindOf(current) });
    return false;
  }
  if (!(turn <= Number(current))) {
    return fault(pass, "held-current-response-invalid", ["current_response", "turn"], turn);
  }
  const { items } = record;
  if (!Array.isArray(items)) return fault(pass, "pending-write-items-invalid", ["items"], items);
  if (!isCount(pass, ["current_response", "start"], start) || start > items.length) {
    return fault(pass, "held-current-response-invalid", ["current_response", "start"], start);
  }
  return true;
}

function readBase(pass: Pass, record: JsonObject): void {
  const { session_id: id, items, before, persisted_count: count } = record;
  if (typeof id !== "string") fault(pass, "pending-write-session-id-not-text", ["session_id"], id);
  else if (!Array.isArray(items) || items.length === 0) fault(pass, "pending-write-items-invalid", ["items"], items);
  else if (!items.every(isObject)) faultAt(pass, "pending-write-items-invalid", "items", items, isObject);
  else if (before !== null && !Array.isArray(before)) fault(pass, "pending-write-before-invalid", ["before"], before);
  else if (Array.isArray(before) && !before.every(isText)) {
    faultAt(pass, "pending-write-before-invalid", "before", before, isText);
  } else if (!isCount(pass, ["persisted_count"], count)) {
    report(pass, "pending-write-count-invalid", [base, "persisted_count"], { found: kindOfCount(count) });
  }
}

function readCompaction(pass: Pass, record: JsonObject): void {
  const { response_id: responseId = null, store = null } = record;
  const acknowledged = record.append_acknowledged;
  const exchange = record.compaction_model_exchange;
  const local = record.has_local_tool_outputs;
  if (responseId !== null && !isText(responseId))
    fault(pass, "pending-write-response-id-invalid", ["response_id"], responseId);
  else if (store !== null && typeof store !== "boolean") fault(pass, "pending-write-store-invalid", ["store"], store);
  else if (acknowledged !== undefined && typeof acknowledged !== "boolean") {
    fault(pass, "pending-write-acknowledged-invalid", ["append_acknowledged"], acknowledged);
  } else if (acknowledged === true && record.before === null) {
    report(pass, "pending-write-acknowledged-without-before", [base, "append_acknowledged"]);
  } else if (exchange !== undefined && !isExchange(exchange)) {
    fault(pass, "pending-write-exchange-invalid", ["compaction_model_exchange"], exchange);
  } else if (local !== undefined && typeof local !== "boolean") {
    fault(pass, "pending-write-local-outputs-invalid", ["has_local_tool_outputs"], local);
  }
}

function isExchange(value: Json): boolean {
  if (!isObject(value) || !hasExactly(value, ["item_digests", "reasoning_item_id_policy"])) return false;
  const { item_digests: digests, reasoning_item_id_policy: policy } = value;
  return Array.isArray(digests) && digests.every(isText) && isIdPolicy(policy);
}

function hasExactly(value: JsonObject, keys: readonly string[]): boolean {
  return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));
}

/** A Python int (no bool, no float) that is not negative. */
function isCount(pass: Pass, path: Path, value: Json | undefined): value is number {
  return typeof value === "number" && value >= 0 && pass.document.isInteger(at(pass, [base, ...path]));
}

function isText(value: Json): boolean {
  return typeof value === "string";
}

function fault(pass: Pass, rule: RuleName, path: Path, found: Json | undefined): false {
  report(pass, rule, [base, ...path], { found: kindOf(found) });
  return false;
}

function faultAt(pass: Pass, rule: RuleName, key: string, list: readonly Json[], fits: (value: Json) => boolean): void {
  const index = list.findIndex((value) => !fits(value));
  report(pass, rule, [base, key, index], { found: kindOf(list[index]) });
}
