import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import { isManifest, manifestVersion } from "../document/manifest.ts";
import { parseDocument } from "../document/parse.ts";
import { InputError } from "../errors.ts";
import type { Verdict } from "../judge.ts";
import { type Outlook, outlooks } from "../rules/rule.ts";
import { isDigest } from "../sha256.ts";
import { type Expectation, type Provenance, provenances } from "./expectation.ts";

/** One file of a corpus as its manifest describes it; keys of others are kept. */
export interface ManifestEntry extends Expectation {
  readonly sha256: string;
  readonly schema: string | null;
  readonly provenance: Provenance;
  /** The release that wrote the file (or what it was relabelled from). */
  readonly writer?: string;
  readonly shows: string;
}

/** Reads `manifest.json`. Throws InputError with the place of the first thing that is not as it should be. */
export function readManifest(text: string, name: string): ManifestEntry[] {
  const entries: ManifestEntry[] = [];
  const seen = new Set<string>();
  for (const [at, value] of manifestFiles(text, name).entries()) {
    const entry = readEntry(value, (problem) => new InputError(`${name}: /files/${at}${problem}`));
    if (seen.has(entry.file)) throw new InputError(`${name}: /files/${at}/file is listed twice`);
    seen.add(entry.file);
    entries.push(entry);
  }
  return entries;
}

/** The raw entries of a manifest. */
export function manifestFiles(text: string, name: string): Json[] {
  const parsed = parseDocument(text);
  if ("fault" in parsed)
    throw new InputError(`${name} is not JSON (line ${parsed.fault.line}, column ${parsed.fault.column})`);
  const { value } = parsed.document;
  if (!isObject(value) || !isManifest(value))
    throw new InputError(`${name} is no manifest: "runstateManifest": ${manifestVersion} is missing`);
  const files = member(value, "files");
  if (!Array.isArray(files)) throw new InputError(`${name}: /files must be a list`);
  return files;
}

type Refuse = (problem: string) => InputError;

function readEntry(value: Json, refuse: Refuse): ManifestEntry {
  if (!isObject(value)) throw refuse(" must be an object");
  const schema = member(value, "schema") ?? null;
  if (schema !== null && typeof schema !== "string") throw refuse("/schema must be a string or null");
  const writer = member(value, "writer");
  if (writer !== undefined && typeof writer !== "string") throw refuse("/writer must be a string");
  const provenance = oneOf(member(value, "provenance"), provenances, () =>
    refuse(`/provenance must be one of ${provenances.join(", ")}`),
  );
  return {
    file: readFileName(value, refuse),
    sha256: readDigest(value, "sha256", refuse),
    schema,
    provenance,
    ...(writer === undefined ? {} : { writer }),
    ...(provenance === "relabelled" ? { emitted: readEmitted(value, refuse) } : {}),
    shows: readText(value, "shows", refuse),
    verdicts: readByRelease<Verdict>(value, "verdicts", ["accepted", "rejected"], refuse),
    resume: readByRelease<Outlook>(value, "resume", outlooks, refuse),
  };
}

/** Whether a name stays inside the corpus: a manifest may be anybody's. */
export function isCorpusPath(file: string): boolean {
  return !file.includes("\\") && !file.split("/").some((step) => step === "" || step === "." || step === "..");
}

function readFileName(value: JsonObject, refuse: Refuse): string {
  const file = readText(value, "file", refuse);
  if (!isCorpusPath(file)) throw refuse("/file must be a path inside the corpus");
  return file;
}

function readEmitted(value: JsonObject, refuse: Refuse): { version: string; sha256: string } {
  return { version: readText(value, "emittedVersion", refuse), sha256: readDigest(value, "emittedSha256", refuse) };
}

function readText(value: JsonObject, key: string, refuse: Refuse): string {
  const text = member(value, key);
  if (typeof text !== "string" || text === "") throw refuse(`/${key} must be a string that is not empty`);
  return text;
}

function readDigest(value: JsonObject, key: string, refuse: Refuse): string {
  const text = readText(value, key, refuse);
  if (!isDigest(text)) throw refuse(`/${key} must be 64 lower-case hexadecimal digits`);
  return text;
}

function readByRelease<Word extends string>(
  value: JsonObject,
  key: string,
  words: readonly Word[],
  refuse: Refuse,
): Map<string, Word> {
  const table = member(value, key) ?? {};
  if (!isObject(table)) throw refuse(`/${key} must be an object`);
  return new Map(
    Object.entries(table).map(([release, word]) => [
      release,
      oneOf(word, words, () => refuse(`/${key}: each value must be one of ${words.join(", ")}`)),
    ]),
  );
}

function oneOf<Word extends string>(value: Json | undefined, words: readonly Word[], refuse: () => InputError): Word {
  const word = words.find((known) => known === value);
  if (word === undefined) throw refuse();
  return word;
}
