import type { ForeignText } from "../../document/foreign-text.ts";
import type { Expected, Found } from "../../document/text-fault.ts";
import type { FindingArgs } from "../finding.ts";
import type { Sentences } from "../sentences.ts";
import { wordOf } from "./wording.ts";

/** What the SDK does with a text that is no JSON. */
export const parser =
  "The SDK reads the text with Python's json module and refuses what that refuses. Since 0.20.0 it does not say where.";

// The tables are made when a sentence is: a plain file needs none of them.

const expectedWords = (): Readonly<Record<Expected, string>> => ({
  value: "a value",
  key: "a key in double quotes",
  "key-or-end-of-object": "a key in double quotes or a closing brace",
  colon: "a colon",
  "comma-or-end-of-list": "a comma or a closing bracket",
  "comma-or-end-of-object": "a comma or a closing brace",
  "end-of-text": "the end of the text",
  "end-of-string": "the end of the string",
  digit: "a digit behind the minus",
  escape: "one of the escapes of JSON",
  "hex-digits": "four hex digits",
});

const foundWords = (): Readonly<Record<Exclude<Found, ForeignText>, string>> => ({
  "end-of-text": "the end of the text",
  comma: "a comma",
  colon: "a colon",
  "opening-bracket": "an opening bracket",
  "closing-bracket": "a closing bracket",
  quote: "a double quote",
  "single-quote": "a single quote",
  "python-word": "a word of Python",
  digit: "a digit",
  letter: "a letter",
  "line-break": "a line break",
  nul: "a NUL character",
  "control-character": "a control character",
  "blank-of-another-kind": "a blank that JSON does not know",
  comment: "a comment",
  "merge-mark": "a mark of a merge conflict",
  ellipsis: "three dots",
  "escape-outside": "a backslash outside of a string",
  "doubled-escape": "text behind two backslashes and a quote",
  "html-escape": "an HTML escape",
  "curly-quote": "a typographic quote",
  other: "another character",
});

const foreignWords = (): Readonly<Record<ForeignText, string>> => ({
  nothing: "a word for nothing (None, NULL, nil, undefined)",
  "object-name": "the name of an object",
  "file-name": "the name of a file",
  "git-lfs": "a pointer of Git LFS",
  markup: "the beginning of HTML or XML",
  encrypted: "an encrypted text",
  hex: "hex digits",
  "packed-base64": "base64 of a gzip file",
  base64: "base64",
  "percent-encoded": "percent-encoded text",
  csv: "CSV",
  yaml: "YAML",
  "text-before": "other text before the first brace",
  "plain-text": "plain text",
});

const repr =
  "Single quotes, True or None mean that Python's repr was stored: write state.to_string() instead. Of a dict, `json.dumps(ast.literal_eval(text))` in Python makes JSON.";
const psql = "`psql -XAtc 'select …'`";
const keys = "JSON wants each key in double quotes. Correct the text here, or fetch it again.";
const again = "Correct the text here, or fetch it again from where it was whole.";

const foundFixes = (): Readonly<Partial<Record<Found, string>>> => ({
  nothing: "The store had nothing there: look at the key or id that it was asked for.",
  "object-name": "The program stored the object and not its text: write state.to_string().",
  "file-name": "Give what the file holds, and not its name.",
  "git-lfs": "The file itself is fetched with `git lfs pull`.",
  markup: "Most likely this is the error page of a store: fetch the checkpoint again.",
  encrypted: "This looks like a Fernet token: decrypt it with the key of the program that stored it.",
  hex: "Decode the bytes first: `bytes.fromhex()` in Python, or `convert_from(column, 'UTF8')` in PostgreSQL.",
  "packed-base64": "Decode and unpack it first: `base64 -d | gunzip`.",
  base64: "Decode it first, for example with `base64 -d`.",
  "percent-encoded": "Decode it first: `urllib.parse.unquote()` in Python.",
  csv: `Export the column without quoting, with ${psql}, and read one checkpoint a line with \`--ndjson\`.`,
  yaml: "The SDK reads JSON alone: store the text of state.to_string(), or turn the YAML back into JSON.",
  "text-before": "Cut off what stands before the checkpoint (a log's time, a name, a heading), and what follows it.",
  "plain-text": "Look into the file: was an error message stored in place of the checkpoint? Then fetch it again.",
  "end-of-text":
    "The text was cut off: fetch it again. Under `--ndjson` each line is a whole checkpoint: leave that out for one document over many lines.",
  "single-quote": repr,
  "python-word": repr,
  "line-break":
    "No string goes over the end of a line: a terminal, a mail or an editor has wrapped the text, so fetch it again. Inside a string a line break is written \\n.",
  nul: "NUL characters come from UTF-16, or from a file that was not written to its end: save it as UTF-8, or fetch it again.",
  "blank-of-another-kind": "Put a plain blank in its place: a web page or an editor has replaced it.",
  comment: "JSON has no comments, and Python refuses them: remove them.",
  "merge-mark": "Settle the conflict of the merge, or take one of the two versions out of Git again.",
  ellipsis: "The text was shortened where it was printed: fetch it whole, from its store.",
  "escape-outside":
    "This is the inside of a JSON string: put it between double quotes again, and read it with `--at ''`.",
  "doubled-escape": `Are all backslashes doubled, as COPY of PostgreSQL writes them, export with ${psql} instead.`,
  "html-escape":
    "The text comes from a web page: fetch it from its store, or decode it with `html.unescape()` in Python.",
  "curly-quote": "An editor or a chat has replaced the quotes: fetch the text again, from its store.",
});

/** What a place that asks for this lacks, whatever else stands there. */
const expectedFixes = (): Readonly<Partial<Record<Expected, string>>> => ({
  key: keys,
  "key-or-end-of-object": keys,
  "comma-or-end-of-list":
    "A comma is missing here, or a quote further up ends its string too early. Correct it, or fetch the text again.",
  "comma-or-end-of-object":
    "A comma is missing here, or a quote further up ends its string too early. Correct it, or fetch the text again.",
  "end-of-text": "The document ends before this place: remove what follows, or fetch the text again.",
});

/** What to do about a text that breaks off, or goes on otherwise, at this place. */
function correction({ expected, found }: FindingArgs): string {
  if (expected === "end-of-text" && found === "opening-bracket")
    return "A second value begins here. If each line is a checkpoint of its own, give `--ndjson` (validate, migrate, corpus plan) or pipe one line in; else keep one of them.";
  if (found === "closing-bracket" && (expected === "key" || expected === "value"))
    return "Remove the comma before it, or write what is missing there.";
  if (wordOf(foundWords(), found, wordOf(foreignWords(), found, "")) === "")
    return `Correct the text at that place. One that ends too early was cut off: fetch it again. ${repr}`;
  return wordOf(foundFixes(), found, wordOf(expectedFixes(), expected, again));
}

export const notJsonSentences: Sentences = {
  title: "The text is not JSON",
  message: ({ expected, found }) => {
    if (expected === "end-of-string" && found === "end-of-text")
      return "The string that begins here has no end: the text ends first.";
    const foreign = wordOf(foreignWords(), found, "");
    return foreign === ""
      ? `Expected ${wordOf(expectedWords(), expected, "JSON")}, found ${wordOf(foundWords(), found, "something else")}.`
      : `Expected JSON, found ${foreign}.`;
  },
  why: parser,
  fix: correction,
};
