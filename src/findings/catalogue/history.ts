import type { historyRules } from "../../rules/history.ts";
import type { Sentences } from "../sentences.ts";
import { linkSentences } from "./links.ts";
import { foundIn, hidden, plain, restoreValue, shape, textOf } from "./wording.ts";

const droppedWithWarning = "The SDK drops the item and logs one warning that names no place.";
const droppedSilently = "The SDK drops the item and says nothing.";
const missed = "The resumed run misses it, and what refers to it (outputs, indexes, the ledger) breaks.";
const restoreItem = "Restore the item from a copy that loads.";
const packageCheck =
  "The item is checked against the openai package that is installed beside the SDK. Since 0.20.0 the SDK hides what was wrong; older releases show pydantic's list of errors.";
const hashing =
  "Since 0.20.0 the SDK takes a fingerprint of every tool call in the history, under any label, and stumbles here; the details are hidden. Older releases load it.";

type Rest = Exclude<keyof typeof historyRules, keyof ReturnType<typeof linkSentences>>;

const itemSentences = (): Readonly<Record<Rest, Sentences>> => ({
  "pending-input-not-a-list": shape(
    "pending_input",
    "a list",
    "Since 0.20.0 the SDK refuses it, null too; older releases do not look here.",
    "Write a list of input items; an empty one means that nothing waits. Or remove the key.",
  ),
  "input-kind-odd": {
    title: "The input is of a kind that no run accepts",
    message: (args) => `An input must be a string or a list of items; found ${foundIn(args)}.`,
    why: "No release checks it while loading; the resumed run fails when it is sent to the model.",
    fix: restoreValue,
  },
  "input-item-type-unusable": plain(
    "The type of an input or history item is a list or an object",
    "The type of this item must be a string; found a list or an object.",
    "Since 0.20.0 the SDK looks for tool outputs in all history at the end of loading and stumbles; the details are hidden. Older releases load it.",
    "Restore the item's type.",
  ),
  "responses-not-a-list": shape(
    "model_responses",
    "a list",
    hidden,
    "Restore it from a copy that loads. An empty list loads, but the responses are lost.",
  ),
  "response-not-an-object": shape("A model response", "an object"),
  "response-without-output": plain(
    "A model response has no output",
    "This model response has no key output.",
    hidden,
    "Restore the output. An empty list loads, but what the model said in this response is lost.",
  ),
  "response-output-not-a-list": shape("output of a model response", "a list"),
  "response-id-not-text": shape(
    "response_id",
    "a string or null",
    hidden,
    "Restore the id, or write null: the chain to the stored response on the server is then lost.",
  ),
  "request-id-not-text": shape(
    "request_id",
    "a string or null",
    `${hidden} Releases before 0.10.2 do not read it.`,
    "Write null; the id is used for support requests only.",
  ),
  "response-item-not-an-object": shape("An item of a model response", "an object", packageCheck, restoreItem),
  "response-item-type-unusable": {
    title: "The type of an item in a model response is a list or an object",
    message: (args) => `The type of this output item must be a string; found ${foundIn(args)}.`,
    why: hidden,
    fix: restoreItem,
  },
  "response-item-type-unknown": plain(
    "The type of an item in a model response is unknown to the reader",
    "The type of this output item is missing, or unknown to the openai package beside this reader.",
    `${packageCheck} A type from a newer package is refused although the label fits.`,
    "Load it with an SDK and openai package at least as new as the writer's; if the type was edited, restore it.",
  ),
  "response-item-invalid": {
    title: "An item of a model response does not fit its type",
    message: (args) =>
      `Expected ${textOf(args, "expected", "another shape")} in this ${textOf(args, "type", "output item")}.`,
    why: `${packageCheck} One broken item makes it refuse the whole file.`,
    fix: "Correct this value; arguments of a call are a string of JSON, not an object. The same item often stands whole in generated_items.",
  },
  "response-unchecked": plain(
    "A broken program item switches off the check of a model response",
    "A program item of this response is broken, so none of its items is checked.",
    "Since 0.19.0 the SDK takes such a response as it is; the resumed run may fail when it is sent to the model.",
    "Restore the program item and its output.",
  ),
  "items-not-a-list": shape(
    "generated_items, session_items or new_items",
    "a list",
    hidden,
    "Restore it from a copy that loads. Null is refused; an empty list loads, but the history is lost.",
  ),
  "item-not-an-object": shape("A run item", "an object", hidden, restoreItem),
  "item-without-type": plain(
    "A run item has no type",
    "This run item has no type and is dropped.",
    `${droppedWithWarning} ${missed}`,
    "Restore the type that the writer used.",
  ),
  "item-without-agent": plain(
    "A run item names no agent",
    "This run item names no agent and is dropped.",
    `${droppedWithWarning} ${missed}`,
    "Restore the agent that made the item.",
  ),
  "item-without-raw-item": plain(
    "A run item has no raw_item",
    "This run item has no key raw_item.",
    hidden,
    "Restore raw_item, or remove the whole item; a call without its output, or an output without its call, must not stay behind.",
  ),
  "item-id-unusable": {
    title: "The id of a run item is a list or an object",
    message: (args) => `${textOf(args, "field", "The id")} of this item must be a string; found ${foundIn(args)}.`,
    why: `The file has no session_items, so the SDK makes that list of the generated and the new items and looks each up by its ids. ${hidden}`,
    fix: "Write the id as a string. With a list session_items the id is not looked up.",
  },
  "unknown-item-type": {
    title: "The type of a run item is unknown to the reader",
    message: (args) => `This reader does not know the type of this run item (${foundIn(args)}) and drops it.`,
    why: `${droppedSilently} ${missed} Each release knows only the types of its time: tool search since 0.11.0, input items since 0.20.0.`,
    fix: "Load the file with a release that knows the type; if the type was edited, restore it.",
  },
  "item-invalid": {
    title: "A run item does not fit its type and is dropped",
    message: (args) =>
      `Expected ${textOf(args, "expected", "another shape")} in this ${textOf(args, "type", "run item")}; the item is dropped.`,
    why: `${droppedWithWarning} ${missed}`,
    fix: "Correct this value. The same item often stands whole in model_responses.",
  },
  "item-output-type-unknown": plain(
    "A tool output is of a type that the reader does not know",
    "The type of this tool output is missing, or unknown to this reader: the output is dropped.",
    `${droppedSilently} Its call then stands without an output. custom_tool_call_output is known since 0.14.0, program_output since 0.19.0.`,
    "Load the file with a release that knows the type, or restore the type of raw_item.",
  ),
  "item-handoff-agents-missing": plain(
    "A finished handoff lacks one of its two agents",
    "source_agent or target_agent of this handoff is missing: the item is dropped.",
    `${droppedWithWarning} The handoff call then stands without an output.`,
    "Restore both agents.",
  ),
  "item-detail-dropped": plain(
    "A detail of a run item is dropped",
    "This detail of a run item has the wrong kind and is dropped.",
    "The SDK keeps the item and forgets the detail without a word.",
    restoreValue,
  ),
  "item-type-unhashable": plain(
    "The type of a raw item is a list or an object",
    "The type of this raw item must be a string; found a list or an object.",
    "Since 0.20.0 the SDK goes through all history at the end of loading and stumbles here; the details are hidden. Older releases load it.",
    restoreItem,
  ),
  "item-name-unusable": {
    title: "The name of a raw item is not a string, and the agent has an apply_patch tool",
    message: (args) => `The name of this raw item must be a string; found ${foundIn(args)}.`,
    why: "An apply_patch call is waiting, so the agent has that tool. Since 0.20.0 the SDK then compares the name of every item in the history with it at the end of loading, and stumbles here; the details are hidden. Older releases load it.",
    fix: "Restore the item's name, or remove it where the item needs none.",
  },
  "call-not-encodable": plain(
    "A tool call holds half of a surrogate pair",
    "This tool call holds half of a surrogate pair (\\ud800 to \\udfff alone), which cannot be written as UTF-8.",
    hashing,
    "Replace the lone half by the whole character or by \\ufffd. If the call was decided, the decision has to be given again.",
  ),
  "arguments-too-deep": plain(
    "The arguments of a tool call are nested too deep",
    "The arguments of this tool call are JSON nested deeper than Python reads.",
    hashing,
    "Nothing can shorten them and stay the same call: start a new run, or resume with a release up to 0.19.4 if the label allows.",
  ),
});

export const historySentences = (): Readonly<Record<keyof typeof historyRules, Sentences>> => ({
  ...itemSentences(),
  ...linkSentences(),
});
