import type { JsonObject } from "../../document/json.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { isIdPolicy } from "../id-policy.ts";
import { type Pass, report } from "../pass.ts";
import { writeKeys } from "./keys.ts";

const draftHeldKeys = ["response_id", "store", "reasoning_item_id_policy"];

/** The held write as the design before its release had it, under its own label, 1.18: no boundary and no compaction keys; three keys describe
 * a held batch and are refused, null too, on an ordinary one. Below 1.18 the record has its four base keys alone. */
export function readDraftHeld(pass: Pass, record: JsonObject, base: string): void {
  const knowsHeld = pass.label === pass.reader.writes;
  const { held } = record;
  const allowed = knowsHeld ? [...writeKeys, "held", ...(held === true ? draftHeldKeys : [])] : writeKeys;
  const unknown = Object.keys(record).find((key) => !allowed.includes(key));
  if (unknown !== undefined) {
    report(pass, "draft-write-key-unknown", [base, unknown], { label: pass.label });
    return;
  }
  if (held !== undefined && typeof held !== "boolean") {
    report(pass, "draft-held-not-a-boolean", [base, "held"], { found: kindOf(held) });
  } else if (held === true) readHeldValues(pass, record, base);
}

function readHeldValues(pass: Pass, record: JsonObject, base: string): void {
  const {
    before = null,
    response_id: responseId = null,
    store = null,
    reasoning_item_id_policy: policy = null,
  } = record;
  const invalid = (key: string) =>
    report(pass, "draft-held-value-invalid", [base, key], { key, found: kindOf(record[key]) });
  if (before !== null) report(pass, "draft-held-with-before", [base, "before"], { found: kindOf(before) });
  else if (responseId !== null && typeof responseId !== "string") invalid("response_id");
  else if (store !== null && typeof store !== "boolean") invalid("store");
  else if (!isIdPolicy(policy)) invalid("reasoning_item_id_policy");
}
