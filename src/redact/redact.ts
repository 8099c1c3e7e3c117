import type { Document } from "../document/document.ts";
import { type Splice, splice } from "../document/edits/splice.ts";
import { familyOf } from "../document/family.ts";
import { isObject, type Json, member } from "../document/json.ts";
import { parseDocument } from "../document/parse.ts";
import { pointerOf } from "../document/pointer.ts";
import type { RawItem } from "../session/raw-item.ts";
import { newDigests, type SessionPair } from "./digests.ts";
import { createMasker, type Masker } from "./mask.ts";
import { maskTokens, type PendingDigest, type Replaced } from "./tokens.ts";
import type { NewDigests } from "./twins.ts";
import { sdkWords } from "./words.ts";
import { type ZoneName, zoneOf } from "./zones.ts";

export interface RedactOptions {
  /** Masks under one key agree, over any number of files. At least 16 random bytes. */
  readonly key: Uint8Array;
  /** Pointers of values that stay as they are. */
  readonly keeps?: readonly string[];
  /** Items of the session, whose digests the checkpoint may hold. */
  readonly session?: readonly RawItem[];
  /** Whether to list what was replaced: a list as long as the document. */
  readonly lists?: boolean;
}

export interface Redaction {
  readonly text: string;
  /** In the order of the text; empty unless it was asked for. */
  readonly replaced: readonly Replaced[];
  /** Pointers of digests that could not be taken anew: what they are of stands nowhere in the file. */
  readonly lost: readonly string[];
}

/** Masks everything in a document that a user, a model or the application wrote. Names and ids, the SDK's own words, counts and flags stay,
 * and so do the shape, the types, what was equal, and the bytes of what is not masked; digests of masked text are taken anew. */
export function redactDocument(
  document: Document,
  { key, keeps = [], session, lists = false }: RedactOptions,
): Redaction {
  const mask = createMasker(key);
  const { text } = document;
  const { splices, digests, replaced } = maskTokens(
    text,
    zoneOf(rootZone(document.value)),
    mask,
    new Set(keeps),
    lists,
  );
  if (digests.length === 0) return { text: splice(text, splices), replaced, lost: [] };
  // The first copy still holds the old digests; it only serves to take the new ones.
  const draft = parseDocument(splice(text, splices));
  const pair = "fault" in draft ? undefined : { before: document, after: draft.document };
  const found = pair === undefined ? new Map() : newDigests(pair, session && maskSession(session, mask));
  const renewed = renewDigests(digests, found, mask);
  return {
    text: splice(text, merge(splices, renewed.splices)),
    replaced: lists ? [...replaced, ...renewed.replaced] : [],
    lost: renewed.lost,
  };
}

function rootZone(value: Json): ZoneName {
  if (familyOf(value) === "python") return "run";
  if (holdsItems(value)) return "item";
  const items = isObject(value) ? member(value, "items") : undefined;
  const isEmpty = Array.isArray(items) && items.length === 0;
  if ((isEmpty || holdsItems(items)) && isObject(value) && !Object.hasOwn(value, "$schemaVersion")) return "session";
  return "foreign";
}

/** Whether this is a list of session items. A store keeps any object: one that no release knows among them takes nothing from the others. */
function holdsItems(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every(isObject) && value.some(isItem);
}

function isItem(value: Json): boolean {
  return isObject(value) && [value.role, value.type].some((word) => typeof word === "string" && sdkWords.has(word));
}

function maskSession(items: readonly RawItem[], mask: Masker): SessionPair {
  const after = items.map(({ text }) => {
    const masked = splice(text, maskTokens(text, zoneOf("item"), mask).splices);
    const read = parseDocument(masked);
    return { text: masked, value: "fault" in read ? null : read.document.value };
  });
  return { before: items, after };
}

interface Renewed {
  readonly splices: Splice[];
  readonly replaced: Replaced[];
  readonly lost: string[];
}

/** A digest of something that stands nowhere is masked too: a short text can be guessed from its hash. */
function renewDigests(digests: readonly PendingDigest[], found: NewDigests, mask: Masker): Renewed {
  const renewed: Renewed = { splices: [], replaced: [], lost: [] };
  for (const { start, end, value, path, isScope } of digests) {
    const digest = found.get(value) ?? (isScope ? value : mask.hex(value));
    if (digest === value) continue;
    const pointer = pointerOf(path);
    if (!found.has(value)) renewed.lost.push(pointer);
    renewed.replaced.push({ pointer, what: "digest" });
    renewed.splices.push({ start, end, text: JSON.stringify(digest) });
  }
  return renewed;
}

/** Two lists in the order of the text as one. */
function merge(one: readonly Splice[], other: readonly Splice[]): Splice[] {
  const merged: Splice[] = [];
  let next = 0;
  for (const splice of one) {
    for (; (other[next]?.start ?? Number.POSITIVE_INFINITY) < splice.start; next++) merged.push(other[next] as Splice);
    merged.push(splice);
  }
  return merged.concat(other.slice(next));
}
