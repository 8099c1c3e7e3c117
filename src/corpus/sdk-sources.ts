import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import { parseDocument } from "../document/parse.ts";
import { InputError } from "../errors.ts";
import type { Verdict } from "../judge.ts";
import { newestReader } from "../readers/releases.ts";
import type { Expectation } from "./expectation.ts";

/** Folder of the SDK's own corpus whose files must be refused; they stand in no list. */
const negative = "negative/";
const security = "security/";

/** What the SDK's own test corpus says of its files: `sources.json` beside them, no manifest. Its conventions are its file names and
 * folders; the reader is the newest. `names` are the files that are there. */
export function expectationsOfSources(text: string, names: readonly string[], name: string): Expectation[] {
  const parsed = parseDocument(text);
  if ("fault" in parsed || !isObject(parsed.document.value)) throw new InputError(`${name} is no JSON object`);
  const listed = [...entriesIn(parsed.document.value)].map(([entry, version]) => expectationOf(entry, version, name));
  const refused = names.filter((file) => file.startsWith(negative));
  return [...listed, ...refused.map((file) => ({ file, verdicts: verdictOf("rejected"), resume: new Map() }))];
}

/** Every object with a `fixture`, wherever it stands; under `versions` the label is the key. */
function* entriesIn(sources: JsonObject): Generator<[JsonObject, string | undefined]> {
  for (const [section, value] of Object.entries(sources)) {
    if (Array.isArray(value)) for (const entry of value) yield* one(entry, undefined);
    else if (section === "versions" && isObject(value))
      for (const [label, entry] of Object.entries(value)) yield* one(entry, label);
    else yield* one(value, undefined);
  }
}

function* one(entry: Json, label: string | undefined): Generator<[JsonObject, string | undefined]> {
  if (isObject(entry) && Object.hasOwn(entry, "fixture")) yield [entry, label];
}

function expectationOf(entry: JsonObject, label: string | undefined, name: string): Expectation {
  const file = member(entry, "fixture");
  const version = label ?? member(entry, "version");
  if (typeof file !== "string" || typeof version !== "string")
    throw new InputError(`${name}: an entry has no fixture or no version`);
  const marks = member(entry, "sentinels");
  const sentinels = Array.isArray(marks) ? marks.filter((mark) => typeof mark === "string") : [];
  return {
    file,
    schema: agrees(file, version) ? version : `${version} (the file name says another)`,
    verdicts: verdictOf("accepted"),
    resume: new Map(),
    migration: { sentinels: file.startsWith(security) ? sentinels : [] },
  };
}

/** `minimal/v1_13.json`, `features/v1_13_nested.json`. */
function agrees(file: string, version: string): boolean {
  const said = /(?:^|\/)v(\d+)_(\d+)(?:_|\.)/.exec(file);
  return said === null || `${said[1]}.${said[2]}` === version;
}

function verdictOf(verdict: Verdict): ReadonlyMap<string, Verdict> {
  return new Map([[newestReader.release, verdict]]);
}
