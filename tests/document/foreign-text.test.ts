import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { parseDocument } from "../../src/document/parse.ts";

const state = JSON.stringify({ $schemaVersion: "1.21", current_turn: 2, original_input: "a request of some length" });
const pretty = JSON.stringify(JSON.parse(state), null, 2);
const python = state.replaceAll('"', "'");
const hex = Buffer.from(state).toString("hex");
const csv = `id,state\n1,"${state.replaceAll('"', '""')}"\n`;

/** What stores, terminals, chats and slips make of a checkpoint, and the kind of fault that is told. */
const texts: readonly (readonly [string, string])[] = [
  ["None", "nothing"],
  ["(nil)\n", "nothing"],
  ["undefined", "nothing"],
  ["<agents.run_state.RunState object at 0x7f0c>", "object-name"],
  ["RunState(_current_turn=2, _max_turns=10)", "object-name"],
  ["[object Object]", "object-name"],
  ["/var/lib/states/run-42.json\n", "file-name"],
  ["version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n", "git-lfs"],
  ["\n<!DOCTYPE html><html></html>", "markup"],
  ["<Error><Code>NoSuchKey</Code></Error>", "markup"],
  [`gAAAAAB${"mZ_x-".repeat(20)}==`, "encrypted"],
  [`\\x${hex}`, "hex"],
  [hex, "hex"],
  [gzipSync(state).toString("base64"), "packed-base64"],
  [Buffer.from(state).toString("base64"), "base64"],
  [Buffer.from(state).toString("base64").replace(/.{76}/g, "$&\n"), "base64"],
  [`data:application/json;base64,${Buffer.from(state).toString("base64")}`, "base64"],
  [encodeURIComponent(state), "percent-encoded"],
  [csv, "csv"],
  [csv.slice(9), "csv"],
  ["$schemaVersion: '1.21'\ncurrent_turn: 2\ncontext: {}\n", "yaml"],
  ["---\ncurrent_agent:\n  name: a\n", "yaml"],
  [`2026-11-30 12:00:01 INFO saved ${state}`, "text-before"],
  [`[INFO] saved ${state}`, "text-before"],
  [`state: ${pretty}`, "text-before"],
  [`state = ${python}`, "text-before"],
  [`STATE=${state}`, "text-before"],
  [`\`\`\`json\n${pretty}\n\`\`\`\n`, "text-before"],
  [`$${state.length}\r\n${state}\r\n`, "text-before"],
  [` state \n-------\n ${state}\n(1 row)\n`, "text-before"],
  [`\u001b[32m${state}\u001b[0m`, "text-before"],
  ['Traceback (most recent call last):\n  File "x.py", line 1\nUserError: no\n', "plain-text"],
  [python, "single-quote"],
  [`{"a": True, "b": None}`, "python-word"],
  [`b'${state}'`, "python-word"],
  [`<<<<<<< HEAD\n${state}`, "merge-mark"],
  [pretty.replace("\n", "\n=======\n"), "merge-mark"],
  [`# saved\n${state}`, "comment"],
  [state.replaceAll('"', '\\"'), "escape-outside"],
  [state.replaceAll('"', "&quot;"), "html-escape"],
  [state.replaceAll('"', "\u201c"), "curly-quote"],
  [state.replace("a request", "a\nrequest"), "line-break"],
  [`${state}\0\0\0`, "nul"],
  ['{"a": 1, ...}', "ellipsis"],
  [state.slice(0, 40), "end-of-text"],
];

test.each(texts)("%j is told as %s", (text, found) => {
  const parsed = parseDocument(text);
  expect("fault" in parsed ? parsed.fault.args.found : undefined).toBe(found);
});
