import type { stepRules } from "../../rules/step.ts";
import type { Sentences } from "../sentences.ts";
import { pendingWriteSentences } from "./pending-write.ts";
import { callOf, foundIn, hidden, namedBy, plain, restoreValue, shape, textOf } from "./wording.ts";

const completed =
  "Since 0.20.0, under labels from 1.15 on, each call that the ledger calls completed must stand in the restored history, the same everywhere and with its output. Otherwise the SDK refuses the file, and does not say which call.";
const marker = "Since 0.22.1 the SDK refuses the file with one sentence; older releases do not look here.";

type Rest = Exclude<keyof typeof stepRules, keyof ReturnType<typeof pendingWriteSentences>>;

const otherSentences = (): Readonly<Record<Rest, Sentences>> => ({
  "step-not-an-object": shape(
    "current_step",
    "an object or null",
    hidden,
    "Restore it from a copy that loads. Null loads, but what was waiting is lost.",
  ),
  "step-forgotten": {
    title: "The step is forgotten",
    message: (args) =>
      args.runAgain === true
        ? "This release does not know the step next_step_run_again and forgets it."
        : "The type of current_step is none that can be resumed: the step is forgotten, with all that waits in it.",
    why: "The SDK reads next_step_interruption in every release, next_step_run_again since 0.20.0, and forgets any other step without a word: the run goes on as if nothing were pending.",
    fix: (args) =>
      args.runAgain === true
        ? "Resume with 0.20.0 or later; or `runstate migrate` to the label of the release, which writes null as that release does."
        : "Restore the type: next_step_interruption while approvals wait, next_step_run_again between turns.",
  },
  "step-data-not-an-object": shape(
    "data of current_step",
    "an object",
    hidden,
    "Restore it from a copy that loads. Null is refused too; without the key no approval waits.",
  ),
  "interruptions-not-a-list": shape(
    "interruptions",
    "a list",
    hidden,
    "Restore the list from a copy that loads; an empty one means that no approval waits.",
  ),
  "interruption-not-an-object": shape("A pending approval", "an object"),
  "interruption-without-agent": plain(
    "A pending approval names no agent and is dropped",
    "This approval names no agent the reader can use and is dropped.",
    "The SDK drops it without a word: nobody is asked and the call stays without an output.",
    "Restore the agent that made the call.",
  ),
  "approval-tool-name-unusable": shape(
    "The tool name of a pending call",
    "a string",
    `Since 0.20.0, under labels from 1.15 on, decisions for the whole tool are looked up by this name, except for function calls. ${hidden}`,
    "Write the tool's name as a string.",
  ),
  "step-flag-not-a-boolean": {
    title: "A flag of the step is not true or false",
    message: (args) => `This flag must be true or false; found ${foundIn(args)}.`,
    why: 'Since 0.20.0 the SDK takes the value for true or false as Python does: any non-empty string is true, "no" as well. Older releases do not read it.',
    fix: "Write true or false.",
  },
  "ownership-ignored": plain(
    "The range of the paused response does not fit and is ignored",
    "current_response_generated_item_ownership does not fit the history and is ignored.",
    "Since 0.22.1, under labels from 1.17 on, the SDK checks it against the items and drops it without a word. An agent with output guardrails then cannot be resumed.",
    "Restore it together with the history. start and end are indexes of generated_items, with one index for each waiting approval.",
  ),
  "turn-not-comparable": {
    title: "current_turn is no number although a held write needs one",
    message: (args) => `current_turn must be a number here; found ${foundIn(args)}.`,
    why: `Since 0.24.0 the turn of a held Session write is compared with it. ${hidden}`,
    fix: "Write the number of the turn; `runstate inspect FILE` counts the turns in the file.",
  },
  "terminal-marker-invalid": {
    title: "terminal_unrecoverable is neither true nor null",
    message: (args) => `terminal_unrecoverable must be true or null; found ${foundIn(args)}.`,
    why: `${marker} False is refused too.`,
    fix: "Remove the key if the run has not ended. Leave a true one: it keeps a finished run from being run again.",
  },
  "terminal-marker-below-1-17": {
    title: "terminal_unrecoverable needs the schema version 1.17",
    message: (args) =>
      `terminal_unrecoverable came with 1.17; the file says ${textOf(args, "label", "an older version")}.`,
    why: marker,
    fix: "Put back the label of the writing release (1.17 or later). The run has ended: take its answer from the file and start a new run.",
  },
  "reasoning-policy-unusable": shape(
    "reasoning_item_id_policy",
    "preserve, omit or null",
    hidden,
    "Write one of the three, or remove the key.",
  ),
  "reasoning-policy-unknown": {
    title: "reasoning_item_id_policy is unknown and dropped",
    message: (args) =>
      `reasoning_item_id_policy must be preserve, omit or null; found ${foundIn(args)}. It is dropped.`,
    why: "Since 0.9.2 the SDK takes any other value for none and says nothing: ids of reasoning items are sent again.",
    fix: "Write preserve or omit; in the program the run config decides.",
  },
  "prompt-cache-key-dropped": {
    title: "generated_prompt_cache_key is no string and dropped",
    message: (args) => `generated_prompt_cache_key must be a string or null; found ${foundIn(args)}. It is dropped.`,
    why: "Since 0.14.0 the SDK makes a new key and says nothing; the prompt cache is missed once.",
    fix: "Nothing to do, or restore the key.",
  },
  "tool-tracker-unusable": shape(
    "tool_use_tracker",
    "an object of lists",
    hidden,
    "Write an object from agent to a list of tool names; an empty one only forgets which tools were used.",
  ),
  "tool-tracker-entry-odd": {
    title: "An entry of tool_use_tracker is read as something else",
    message: (args) => `An entry of tool_use_tracker must be a list of tool names; found ${foundIn(args)}.`,
    why: "The SDK walks over whatever stands there: a string becomes its characters, an object its keys. It says nothing.",
    fix: "Write a list of tool names.",
  },
  "trace-dropped": {
    title: "trace, or a part of it, is of the wrong kind and dropped",
    message: (args) => {
      const field = textOf(args, "field", "");
      const kind = field === "" || field === "metadata" ? "an object" : "a text";
      return `trace${field === "" ? "" : `.${field}`} must be ${kind} or null; found ${foundIn(args)}. It is dropped.`;
    },
    why: "The SDK says nothing; the resumed run starts a trace of its own, or goes on with one that lacks this part.",
    fix: "Restore it if the traces have to stay together; otherwise write null.",
  },
  "trace-key-not-encodable": plain(
    "The tracing key holds half of a surrogate pair",
    "trace.tracing_api_key holds half of a surrogate pair, which cannot be written as UTF-8.",
    `Since 0.10.2 the SDK hashes the key. ${hidden}`,
    "Remove the key: secrets do not belong in the file. Set it in the environment.",
  ),
  "field-kind-odd": {
    title: "A field is of a kind that no release writes",
    message: (args) =>
      `${textOf(args, "key", "This field")} is of a kind that no release writes: found ${foundIn(args)}.`,
    why: "No release checks it while loading; the resumed run fails when it uses the value, if at all.",
    fix: restoreValue,
  },
  "completed-call-missing": {
    title: "A call that counts as completed is not in the history",
    message: (args) =>
      `The ledger says that ${callOf(args)} is completed, but the restored history does not hold that call.`,
    why: completed,
    fix: "Restore the call and its output in generated_items. Another finding may say why the item is dropped.",
  },
  "completed-call-mismatch": {
    title: "A call that counts as completed differs from the call in the history",
    message: (args) =>
      `The ledger says that ${callOf(args)} is completed, but the call ${namedBy(args, "call", "at", "in the history")} is not the same as the one in the ledger.`,
    why: `${completed} Type, tool, scope and arguments count.`,
    fix: "Undo the change to the call. If nobody changed it, it may lack the name of its tool: `runstate doctor` proves it and writes it. Do not write a new fingerprint by hand: it says what was really run.",
  },
  "completed-call-without-output": {
    title: "A call that counts as completed has no output in the history",
    message: (args) =>
      `The ledger says that ${callOf(args)} is completed, but the restored history holds no output of it.`,
    why: completed,
    fix: "Restore the output item (another finding may say why it is dropped). Do not set completed to false: the tool would be free to run again.",
  },
});

export const stepSentences = (): Readonly<Record<keyof typeof stepRules, Sentences>> => ({
  ...otherSentences(),
  ...pendingWriteSentences(),
});
