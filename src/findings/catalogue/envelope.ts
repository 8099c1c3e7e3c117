import type { ForeignValue } from "../../document/foreign-value.ts";
import type { ByteFormat } from "../../document/text-fault.ts";
import { javascriptWriters } from "../../readers/javascript-releases.ts";
import { oldestReaderOf } from "../../readers/releases.ts";
import type { envelopeRules } from "../../rules/envelope.ts";
import { shellWord } from "../../shell-word.ts";
import type { FindingArgs } from "../finding.ts";
import type { Sentences } from "../sentences.ts";
import { notJsonSentences, parser } from "./not-json.ts";
import { counted, foundIn, hidden, namedBy, plain, textOf, wordOf } from "./wording.ts";

const formatMessages: Readonly<Record<ByteFormat, string>> = {
  gzip: "This is no text: it is packed with gzip.",
  packed: "This is no text: it is packed (zip, bzip2, xz, zstd or zlib).",
  pickle: "This is no text: it is a pickle of Python.",
  "utf-16": "This text is UTF-16, and no UTF-8.",
  sqlite: "This is no text: it is a SQLite database.",
  "redis-dump": "This is no text: it is a dump of Redis.",
};

const formatFixes: Readonly<Record<ByteFormat, string>> = {
  gzip: "Unpack the file, or name it .json.gz. Is that its name already, it is packed twice: unpack it once.",
  packed: "Unpack the file first.",
  pickle: "Store state.to_string() instead. A pickle is read by the program that wrote it alone.",
  "utf-16": "Save the file as UTF-8 without a byte order mark.",
  sqlite:
    "A session is given to settle and doctor, as `--session sqlite:FILE`. A checkpoint in a table: `sqlite3 FILE 'select …'` prints it, and `runstate validate -` reads what comes in.",
  "redis-dump":
    "Get the value itself: `redis-cli --raw GET KEY` prints it, and `runstate validate -` reads what comes in.",
};

/** Where `--at` is to look. A pointer as long as a text is not repeated, and half of one leads nowhere. */
function placeOf({ at }: FindingArgs): string {
  const pointer = String(at);
  return pointer.length > 200 ? "POINTER" : shellWord(pointer);
}

const foreignWords: Readonly<Record<ForeignValue, string>> = {
  langgraph: "a checkpoint of LangGraph",
  session: "the items of a session",
  response: "a response of the API",
  "assistants-run": "a run of the Assistants API",
  "run-result": "a result of a run",
  trace: "a trace",
};

const notThis =
  "Nothing of it can be turned into a RunState: the program has to save RunState.to_string() at the pause.";
const foreignFixes: Readonly<Record<ForeignValue, string>> = {
  langgraph: notThis,
  session: "A session is given to settle and doctor, beside the checkpoint: `--session FILE`.",
  response: notThis,
  "assistants-run": notThis,
  "run-result": "Save result.to_state().to_string() instead.",
  trace: notThis,
};

function notACheckpoint(args: FindingArgs): string {
  const { at, twice, isBase64, kind } = args;
  if (twice === true) return "This is no checkpoint, but one stands inside it, encoded as a string once more.";
  if (at === undefined) {
    const seen = wordOf(foreignWords, kind, foundIn(args));
    return `This is no checkpoint: expected an object with $schemaVersion and the keys of a run; found ${seen}.`;
  }
  const place = at === "" ? "the root, as a string" : textOf(args, "at", "");
  return `This is no checkpoint, but one stands inside it, at ${place}${isBase64 === true ? ", in base64" : ""}.`;
}

function checkpointElsewhere(args: FindingArgs): string {
  const { at, twice, isBase64, kind } = args;
  if (at === undefined)
    return wordOf(
      foreignFixes,
      kind,
      "Give the file that holds the output of RunState.to_string(). If it stands inside another document, name the place with `--at POINTER`.",
    );
  if (isBase64 === true) return "Decode that string first, with base64.b64decode() in Python, and give what comes out.";
  return twice === true
    ? `\`--at\` decodes a string once: decode it once more before, with json.loads() in Python, and then say \`--at ${placeOf(args)}\`.`
    : `Say where it stands: \`--at ${placeOf(args)}\`. In the program, pass that part to the SDK.`;
}

function labelTooNew(args: FindingArgs): string {
  const first = oldestReaderOf(textOf(args, "label", "1.0"))?.release;
  const then = first === undefined ? "" : `; ${first} is the first release that reads it`;
  return `Schema version ${textOf(args, "label", "of this file")} is too new: this reader stops at ${textOf(args, "newest", "an older one")}${then}.`;
}

function labelTooNewFix(args: FindingArgs): string {
  const first = oldestReaderOf(textOf(args, "label", "1.0"))?.release ?? "the release that wrote the file";
  const to = textOf(args, "newest", "VERSION");
  return `Upgrade the SDK to ${first} or later, or run \`runstate migrate --to ${to} FILE\`, which moves what this reader keeps elsewhere and says what is lost. Never change the label alone: decisions in fields that this reader does not know vanish without a word.`;
}

function javascript(args: FindingArgs): string {
  const label = textOf(args, "label", "");
  const writers = javascriptWriters(label);
  const by = writers === undefined ? "no release known here writes it" : `written by @openai/agents-core ${writers}`;
  const version = label === "" ? "no schema version" : `schema version ${label}, ${by}`;
  return `This is a checkpoint of the JavaScript SDK (${version}).`;
}

export const envelopeSentences = (): Readonly<Record<keyof typeof envelopeRules, Sentences>> => ({
  empty: plain(
    "The text is empty",
    "The text holds nothing but white space.",
    parser,
    "Look at what wrote the file: it was cut off, or the field it came from was empty. Take the checkpoint from its store again.",
  ),
  "not-utf8": {
    title: "The text is not UTF-8",
    message: ({ format }) => wordOf(formatMessages, format, "From here on the bytes are no UTF-8."),
    why: "The SDK writes UTF-8. Python already fails when it decodes such bytes, before the SDK sees them.",
    fix: ({ format }) =>
      wordOf(
        formatFixes,
        format,
        "Save the file as UTF-8, or fetch it again: bytes like these come from another encoding, compression or a cut-off copy.",
      ),
  },
  "byte-order-mark": plain(
    "The text begins with a byte order mark",
    "The text begins with a byte order mark, which Python's json module refuses.",
    parser,
    "Save the file as UTF-8 without a byte order mark; some editors and PowerShell add it.",
  ),
  "not-json": notJsonSentences,
  "integer-too-long": {
    title: "A whole number has more digits than Python reads",
    message: (args) =>
      `This whole number has ${counted(args, "count", "digit")}; Python reads at most ${textOf(args, "limit", "4300")}.`,
    why: "Python's own limit on converting text to int, in every release. Since 0.20.0 the SDK reports it as broken JSON.",
    fix: "Store a number this long as a string.",
  },
  "nested-too-deep": {
    title: "Values are nested deeper than Python reads",
    message: (args) => `Values are nested deeper than ${textOf(args, "limit", "about 1000")} levels here.`,
    why: "Python's parser stops at its recursion limit, in every release. Code that runs deep in a framework reaches it earlier.",
    fix: "Store the nested value as a JSON string.",
  },
  "too-large": {
    title: "The text is longer than runstate can hold",
    message: (args) => `The text is longer than ${textOf(args, "limit", "the allowed number of")} characters.`,
    why: "The limit is that of this tool's string type, not of the SDK.",
    fix: "Take large values (files, images) out of the run's context, and check again.",
  },
  "not-a-checkpoint": {
    title: "The document is no checkpoint",
    message: notACheckpoint,
    why: "The SDK loads only the object that RunState.to_json() returns, or its text.",
    fix: checkpointElsewhere,
  },
  "javascript-checkpoint": {
    title: "The file is a checkpoint of the JavaScript SDK",
    message: javascript,
    why: "Its keys are spelled differently (currentAgent, originalInput) and its schema versions are a series of their own. A Python release misses current_agent and raises; since 0.20.0 without saying why.",
    fix: "Resume it with the JavaScript SDK, in a release at least as new as the one that wrote it. No Python release can load it and changing the label does not help.",
  },
  "label-missing": {
    title: "The schema version is missing",
    message: (args) => `$schemaVersion must name a version; found ${foundIn(args)}.`,
    why: "Every release refuses a file without a schema version; empty and zero values count as missing.",
    fix: "Put back the version that the writing release uses (`runstate versions` lists them). Do not guess: what is read depends on it.",
  },
  "label-not-text": {
    title: "$schemaVersion is not a string",
    message: (args) => `$schemaVersion must be a string; found ${foundIn(args)}.`,
    why: "The SDK compares texts: 1.10 as a number would be 1.1. Every release refuses it.",
    fix: (args) =>
      `Write the version in quotes, ${args.meant ? `"${textOf(args, "meant", "")}" by the keys of the file` : 'such as "1.21"'}, as the writing release does (\`runstate versions\`).`,
  },
  "label-shortened": {
    title: "The schema version has lost the zero at its end",
    message: (args) =>
      `The file says ${textOf(args, "label", "a short version")}; its keys are those of ${textOf(args, "whole", "a later one")}.`,
    why: "Something between the SDK and the store took the version for a number. The file is read by the rules of the old version: from 1.15 on that drops the ledger of calls, and decisions with it.",
    fix: (args) =>
      `Write "${textOf(args, "whole", "the version of the writer")}" into $schemaVersion, and store the checkpoint as text. \`runstate validate --relabel ${textOf(args, "whole", "VERSION")} FILE\` shows the verdict under it.`,
  },
  "label-unknown": {
    title: "The schema version is none that any release knows",
    message: (args) =>
      `$schemaVersion is none of the versions this reader takes: 1.0 to ${textOf(args, "newest", "its newest")}, spelled exactly like that.`,
    why: "Every release compares the text as it is: no blanks, no padding, no prefix. A version newer than runstate knows is refused too.",
    fix: "Correct the spelling, or update runstate if the SDK that wrote the file is newer than it.",
  },
  "label-too-new": {
    title: "The schema version is newer than this reader",
    message: labelTooNew,
    why: "A release reads every version up to the one it writes and refuses all newer ones before it looks at anything else.",
    fix: labelTooNewFix,
  },
  "label-never-released": {
    title: "No release writes files with this schema version",
    message: (args) =>
      `No release writes such a file with ${namedBy(args, "label", "the schema version", "this schema version")}.`,
    why: "Some versions existed only between two releases. Newer releases read them; a release that stops exactly there does not exist.",
    fix: "Nothing to do if it loads. Find out who set the label: a development build, or somebody by hand. `runstate migrate` writes one that a release uses.",
  },
  "newer-than-label": {
    title: "A field is newer than the schema version",
    message: (args) =>
      `${textOf(args, "key", "This field")} came with ${textOf(args, "since", "a later version")}; the file says ${textOf(args, "label", "an older one")}.`,
    why: "For most fields the SDK does not ask which version they came with: newer releases read the field all the same, older ones drop it silently.",
    fix: "If somebody lowered the label by hand, put the old one back and use `runstate migrate`. `runstate validate --relabel VERSION FILE` shows the verdict under another label.",
  },
  "repeated-key": plain(
    "A key stands twice in one object",
    "This key stands more than once in its object; only the last value counts.",
    "Python's json module keeps the last value without a word, in every release.",
    "Keep the value that is meant and delete the other one.",
  ),
  "unknown-key": plain(
    "A key is unknown to every release",
    "No release reads this key.",
    "The SDK ignores unknown keys without a word and does not write them again.",
    "Check the spelling (snake_case in Python). Put data of your own into the run's context.",
  ),
  "key-missing": {
    title: "A required key is missing",
    message: (args) => `The key ${textOf(args, "key", "that every checkpoint has")} is missing.`,
    why: hidden,
    fix: "Take the whole file from its store: current_agent, context, original_input, max_turns and current_turn have been required in every release. Some of them may be null, none may be absent.",
  },
  "programmatic-calling-below-1-13": {
    title: "Programmatic tool calling needs the schema version 1.13",
    message: (args) =>
      `Programmatic tool calling came with 1.13; the file says ${textOf(args, "label", "an older version")}.`,
    why: "Since 0.19.0 the SDK refuses program items, and calls whose caller is a program, under an older label. Releases before 0.19.0 drop the outputs of programs without a word.",
    fix: "Put back the label that the writing release gave the file (1.13 or later). It cannot be resumed with a release before 0.19.0.",
  },
  "programmatic-item-type-unusable": plain(
    "The type of an item is a list or an object",
    "The type of this item must be a string; found a list or an object.",
    `Under a label below 1.13 the SDK looks for program items and cannot compare this type (since 0.19.0). ${hidden}`,
    "Restore the item's type from a copy that loads.",
  ),
});
