import type { historyRules } from "../../rules/history.ts";
import type { Sentences } from "../sentences.ts";
import { foundIn, hidden, namedBy, plain, shape, textOf } from "./wording.ts";

const since = "Since 0.19.0 the SDK refuses the file; older releases do not look here.";
const refsFix =
  "Restore the list from a copy that loads. Removing the reference loads too, but handed-over history can then be sent to the model twice.";
const digest = `${since} The digest says that two places hold the same item; one of them was edited. created_by counts in the digest of some releases and not of others (it changed with 0.22.1 and 0.23.1).`;
/** The parts of a guardrail result, as sentences begin. */
const guardrailParts: Readonly<Record<string, string>> = {
  guardrail: "The guardrail of a result",
  output: "The output of a guardrail",
};

const guardrails =
  "Guardrail results are evidence: code that reads them after the run sees something that never happened.";

/** Links between lists of the history, and guardrail results. */
export const linkSentences = () =>
  ({
    "session-indexes-ignored": {
      title: "generated_session_item_indexes is ignored",
      message: (args) =>
        `generated_session_item_indexes is ignored as a whole: this part does not fit (${foundIn(args)}).`,
      why: "Since 0.19.0 the SDK wants one entry for each generated item: null, or the index of a session item that no other entry names. Otherwise it logs a warning and links nothing.",
      fix: "Restore the list; null for every generated item is allowed and links nothing.",
    },
    "session-index-mismatch": {
      title: "Two linked items differ",
      message: (args) =>
        `This generated item differs from ${namedBy(args, "target", "session item", "its session item")}; the link is ignored.`,
      why: "Since 0.19.0 the SDK logs a warning and treats the two as separate items.",
      fix: "Make both items equal again, or write null here.",
    },
    "history-refs-not-a-list": shape(
      "nested_history_owned_session_item_refs",
      "a list",
      `${since} Null is refused too.`,
      "Write a list; an empty one is fine.",
    ),
    "history-ref-invalid": {
      title: "A reference to nested history is invalid",
      message: (args) =>
        `${textOf(args, "key", "A member")} of this reference is missing or of the wrong kind: indexes are whole numbers, the digest has 64 characters.`,
      why: since,
      fix: refsFix,
    },
    "history-ref-session-item-missing": {
      title: "A reference to nested history points behind the session items",
      message: (args) =>
        `The reference points to session item ${textOf(args, "index", "?")} (counted from 0), but the file has only ${textOf(args, "length", "fewer")}.`,
      why: since,
      fix: "Restore the missing session items, or remove the reference.",
    },
    "history-ref-session-item-dropped": {
      title: "A reference to nested history points to an item that is dropped",
      message: (args) =>
        `The reference points to ${namedBy(args, "index", "session item", "a session item")}, which the reader drops.`,
      why: "Since 0.19.0 the SDK drops the reference too and logs a warning: the history can be sent to the model twice.",
      fix: "Correct the session item; another finding says what is wrong with it.",
    },
    "history-ref-input-item-missing": {
      title: "A reference to nested history points behind the original input",
      message: (args) =>
        `The reference points to item ${textOf(args, "index", "?")} of original_input, which does not have it.`,
      why: since,
      fix: "Restore original_input as a list with all its items, or remove the reference.",
    },
    "history-ref-session-digest": {
      title: "The digest of a reference is not that of its session item",
      message: (args) => `The digest is not that of ${namedBy(args, "index", "session item", "the session item")}.`,
      why: digest,
      fix: "Undo the change to the session item, or remove the reference.",
    },
    "history-ref-input-digest": {
      title: "The digest of a reference is not that of its input item",
      message: (args) => `The digest is not that of ${namedBy(args, "index", "item", "the item")} of original_input.`,
      why: digest,
      fix: "Undo the change to the input item, or remove the reference.",
    },
    "history-ref-item-unusable": plain(
      "A referenced item cannot be turned into an input item",
      "This item is referenced as nested history, but it cannot be turned into an input item.",
      `${since} ${hidden}`,
      "Restore the item, or remove the reference to it.",
    ),
    "guardrail-results-not-a-list": shape(
      "A field of guardrail results",
      "a list",
      hidden,
      "Write a list; an empty one loads, but the results are lost.",
    ),
    "guardrail-result-replaced": {
      title: "A guardrail result is replaced by an invented one",
      message: (args) =>
        `${guardrailParts[textOf(args, "part", "")] ?? "A guardrail result"} must be an object; found ${foundIn(args)}, for which the reader invents one.`,
      why: `The SDK puts an untriggered result, or a made-up name, in its place and says nothing. ${guardrails}`,
      fix: "Restore the result, or remove the entry.",
    },
    "guardrail-tripwire-odd": {
      title: "Whether a guardrail has tripped is no boolean",
      message: (args) =>
        `tripwireTriggered must be a boolean; found ${foundIn(args)}, which counts as ${args.truth === true ? "true" : "false"}.`,
      why: `The SDK goes by Python's truth and says nothing: the text "false" is true. ${guardrails}`,
      fix: "Restore true or false as the run stored it.",
    },
    "guardrail-result-dropped": {
      title: "A guardrail result stands in the wrong list and is dropped",
      message: (args) =>
        `The guardrail type must be ${textOf(args, "expected", "that of its list")} here; the result is dropped.`,
      why: `The SDK drops the result without a word. ${guardrails}`,
      fix: "Move the result to the list of its type, or restore the type.",
    },
    "guardrail-agent-replaced": plain(
      "A result of an output guardrail names no agent",
      "This guardrail result names no agent the reader can use: it is credited to the current agent.",
      `The SDK puts the current agent in and says nothing. ${guardrails}`,
      "Restore the agent whose output was checked.",
    ),
    "guardrail-behavior-allow": plain(
      "A result of a tool guardrail has no behavior and counts as allowed",
      "This tool guardrail result has no behavior with a type: the reader takes it for allow.",
      `The SDK fills in allow and says nothing. ${guardrails}`,
      "Restore output.behavior.",
    ),
  }) satisfies Partial<Record<keyof typeof historyRules, Sentences>>;
