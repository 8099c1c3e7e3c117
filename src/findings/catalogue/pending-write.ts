import type { stepRules } from "../../rules/step.ts";
import type { FindingArgs } from "../finding.ts";
import type { Sentences } from "../sentences.ts";
import { foundIn, plain, shape, textOf } from "./wording.ts";

const one =
  "The SDK checks the pending Session write key by key and answers every fault with the same sentence, which names no key";
const sinceWrite = `${one} (since 0.22.1, from 1.17 on).`;
const sinceCompaction = `${one} (this key since 0.23.1, from 1.18 on).`;
const sinceHeld = `${one} (this key since 0.24.0, from 1.19 on).`;
const design =
  "This is the rule of draft-1.18, the design of the held write that was never released. Released readers take held writes from 1.19 on.";
const keepItems =
  "Do not delete the record: its items are in no Session yet. `runstate settle FILE --session SOURCE` shows what the Session has.";
const restoreKey = `Restore the value from a copy that loads. ${keepItems}`;
const dropKey = "Remove the key: only the compaction that follows the write rests on it.";

/** A member of the record that is not of its kind. */
function member(key: string, expected: string, why: string, fix: string): Sentences {
  return shape(`${key} of the pending Session write`, expected, why, fix);
}

function keyOf(args: FindingArgs): string {
  return textOf(args, "key", "this key");
}

/** `/pending_session_write`. */
export const pendingWriteSentences = () =>
  ({
    "pending-write-needs-1-17": {
      title: "A pending Session write needs the schema version 1.17",
      message: (args) =>
        `pending_session_write came with 1.17; the file says ${textOf(args, "label", "an older version")}.`,
      why: "Since 0.22.1 the SDK refuses the file; older releases ignore the write, and the Session keeps a hole.",
      fix: `Put back the label of the writing release (1.17 or later). ${keepItems}`,
    },
    "pending-write-without-step": plain(
      "A Session write is pending, but no step is left to resume",
      "pending_session_write needs a current_step that can be resumed; there is none.",
      `${sinceWrite} The SDK writes such files itself, when the last write of a finished run fails.`,
      "Add the items of the record to the Session by hand unless they are there (`runstate settle FILE --session SOURCE` shows it), then start a new run. Do not run the tools again.",
    ),
    "pending-write-not-an-object": {
      title: "pending_session_write is neither an object nor null",
      message: (args) => `pending_session_write must be an object or null; found ${foundIn(args)}.`,
      why: sinceWrite,
      fix: "Restore it from a copy that loads. Write null only if the Session has all items of the run.",
    },
    "pending-write-key-missing": {
      title: "The pending Session write lacks a key",
      message: (args) => `The pending Session write lacks the key ${textOf(args, "key", "that it needs")}.`,
      why: `${sinceWrite} session_id, items, before and persisted_count must all be there.`,
      fix: restoreKey,
    },
    "pending-write-key-unknown": plain(
      "The pending Session write has an unknown key",
      "No release knows this key of the pending Session write.",
      `${sinceWrite} Unknown keys are refused, whatever their value; so is a known one in another spelling.`,
      "Correct the spelling if it is one of the record's own keys (such as Held for held); otherwise remove it.",
    ),
    "compaction-needs-1-18": {
      title: "The pending Session write has a key of 1.18 or later",
      message: (args) =>
        `${keyOf(args)} of the pending Session write is not allowed under ${textOf(args, "label", "this label")} by this reader.`,
      why: "The keys about compaction came with 1.18 and 0.23.1. Under 1.17, and in 0.22.1 to 0.22.3 always, exactly four keys are allowed; the SDK refuses the file without naming the key.",
      fix: "Put back the label of the writing release (1.18 or later). To go down, use `runstate migrate --to 1.17 FILE`, which removes them.",
    },
    "held-needs-1-19": {
      title: "The Session write is held, which released readers know from 1.19 on",
      message: (args) =>
        `${keyOf(args)} belongs to a held Session write. This reader does not take it under ${textOf(args, "label", "this label")}; released readers know it from 1.19 on.`,
      why: "Builds of the open pull request (sdk draft-1.18) wrote held writes under 1.18. Released readers take them from 0.24.0 on, under 1.19 or later, and there current_response is required; all others refuse the file without naming the key.",
      fix: "For 0.24.0: label 1.19 or later, and a current_response of exactly turn and start (`runstate migrate --to 1.21 FILE` writes both where the file proves them). Do not delete the keys: the call would be missing from the Session.",
    },
    "draft-write-key-unknown": plain(
      "The pending Session write has a key that the design does not allow",
      "The design draft-1.18 does not allow this key in this pending Session write.",
      `${design} It has the four base keys, under 1.18 also held, and with held: true also response_id, store and reasoning_item_id_policy.`,
      "Judge the file by the release that will load it: `runstate validate --sdk 0.24.0 FILE`.",
    ),
    "draft-held-not-a-boolean": member(
      "held",
      "true or false",
      design,
      "Write true or false; true only if the items are still withheld from the Session.",
    ),
    "draft-held-with-before": member(
      "before",
      "null while the write is held",
      design,
      "Write null: a held write is compared with nothing.",
    ),
    "draft-held-value-invalid": {
      title: "A value of the held Session write is of the wrong kind",
      message: (args) => `${keyOf(args)} of the held Session write has no allowed value; found ${foundIn(args)}.`,
      why: design,
      fix: "response_id is a string or null, store true, false or null, reasoning_item_id_policy preserve, omit or null.",
    },
    "held-not-a-boolean": member(
      "held",
      "true or false",
      sinceHeld,
      "Write true if the items are still withheld from the Session, false if not.",
    ),
    "held-with-before": member(
      "before",
      "null while the write is held",
      sinceHeld,
      "Write null: nothing of a held write is in the Session, so there is nothing to compare it with.",
    ),
    "held-without-current-response": plain(
      "The held Session write has no current_response",
      "The Session write is held, but has no current_response.",
      `${sinceHeld} It says which of the items belong to the response that the output guardrails still have to see.`,
      "Add current_response with turn (the turn of the paused response) and start (where its items begin). `runstate migrate --to 1.21 FILE` writes it where the file proves it.",
    ),
    "held-policy-invalid": member(
      "reasoning_item_id_policy",
      "preserve, omit or null",
      sinceHeld,
      "Write one of the three, or remove the key.",
    ),
    "held-current-response-invalid": {
      title: "current_response of the held Session write is invalid",
      message: (args) =>
        `current_response must be exactly turn (0 to current_turn) and start (0 to the number of items), whole numbers; found ${foundIn(args)}.`,
      why: sinceHeld,
      fix: restoreKey,
    },
    "held-keys-on-ordinary-write": {
      title: "An ordinary Session write has keys of a held one",
      message: (args) => `${keyOf(args)} is only allowed while the write is held, null included.`,
      why: sinceHeld,
      fix: "If the items are not in the Session, put held: true back. If the write is an ordinary one, remove the key.",
    },
    "pending-write-session-id-not-text": member(
      "session_id",
      "a string",
      sinceWrite,
      "Write the id of the Session that the run used.",
    ),
    "pending-write-items-invalid": member("items", "a list of one or more objects", sinceWrite, restoreKey),
    "pending-write-before-invalid": member(
      "before",
      "null or a list of strings",
      sinceWrite,
      "Restore the digests. Null loads too, but then the items are appended without looking whether the Session has them.",
    ),
    "pending-write-count-invalid": member("persisted_count", "a whole number from 0 on", sinceWrite, restoreKey),
    "pending-write-response-id-invalid": member("response_id", "a string or null", sinceCompaction, dropKey),
    "pending-write-store-invalid": member("store", "true, false or null", sinceCompaction, dropKey),
    "pending-write-acknowledged-invalid": member(
      "append_acknowledged",
      "true or false",
      sinceCompaction,
      "Write true only if the Session has the items: the SDK then does not append them. `runstate settle FILE --session SOURCE` shows what the Session has.",
    ),
    "pending-write-acknowledged-without-before": plain(
      "The pending Session write is acknowledged, but has no before",
      "append_acknowledged is true, but before is null: nothing says what the Session held.",
      sinceCompaction,
      "Restore before. If the Session has the items, write null for the whole pending_session_write and set current_turn_persisted_item_count to its persisted_count.",
    ),
    "pending-write-exchange-invalid": member(
      "compaction_model_exchange",
      "item_digests and reasoning_item_id_policy of the right kind",
      sinceCompaction,
      dropKey,
    ),
    "pending-write-local-outputs-invalid": member("has_local_tool_outputs", "true or false", sinceCompaction, dropKey),
    "pending-write-ignored": plain(
      "A pending Session write is ignored",
      "A Session write is pending, but this release does not read it.",
      "Releases up to 0.22.0 ignore the record: they neither write its items to the Session nor keep it.",
      "Resume with 0.22.1 or later, or append the items to the Session by hand before you resume.",
    ),
  }) satisfies Partial<Record<keyof typeof stepRules, Sentences>>;
