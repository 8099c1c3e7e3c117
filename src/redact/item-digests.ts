import { isObject, type JsonObject, objectOf, type Path } from "../document/json.ts";
import {
  type Digest,
  type DigestBehaviour,
  digestBehaviours,
  digestInputItem,
  digestSessionItem,
  shellOutputKeys,
} from "../python/input-item.ts";
import { does } from "../readers/behaviours.ts";
import { newestReader, type Reader, releases } from "../readers/releases.ts";
import { itemIn, itemOf, type RawItem, without } from "../session/raw-item.ts";
import { settleBehaviourOf } from "../settle/behaviour.ts";
import { digestOf } from "../settle/items/digest.ts";
import { below, type NewDigests, type Pair, rawCalls, type Twin, twinsAt } from "./twins.ts";

/** Each way in which some release takes digests, newest first. */
const behaviours: readonly DigestBehaviour[] = [...new Map(releases.toReversed().map(digestsOf)).values()];

function digestsOf({ release, writes }: Reader): [key: string, behaviour: DigestBehaviour] {
  const traits = digestBehaviours.map((name) => [name, does(name, release, writes)] as const);
  return [JSON.stringify(traits), Object.fromEntries(traits) as DigestBehaviour];
}

/** The digests of items: nested history, the compaction exchange, and what the session held before a write. */
export function addItems(found: NewDigests, pair: Pair, base: Path): void {
  const state = objectOf(twinsAt(pair, base)[0]?.before);
  const refs = state.nested_history_owned_session_item_refs;
  const write = state.pending_session_write;
  if (!(Array.isArray(refs) && refs.length > 0) && !isObject(write)) return;
  for (const list of ["session_items", "generated_items"]) addRunItems(found, pair, twinsAt(pair, [...base, list]));
  addRunItems(found, pair, twinsAt(pair, [...base, "last_processed_response", "new_items"]));
  const items = [...twinsAt(pair, [...base, "pending_session_write", "items"]), ...rawCalls(pair, base)];
  for (const item of [...items, ...twinsAt(pair, [...base, "pending_input"])]) addItem(found, pair, item);
}

function addRunItems(found: NewDigests, pair: Pair, entries: readonly Twin[]): void {
  for (const entry of entries) {
    const { path, before, after } = entry;
    if (!isObject(before) || !isObject(after)) continue;
    for (const does of behaviours) {
      for (const typed of [true, false]) {
        const old = digestSessionItem(before, does, { document: pair.before, path }, typed);
        addDigest(found, old, digestSessionItem(after, does, { document: pair.after, path }, typed));
      }
    }
    for (const raw of below([entry], "raw_item")) addItem(found, pair, raw);
  }
}

function addItem(found: NewDigests, pair: Pair, { path, before, after }: Twin): void {
  if (typeof before === "string" && typeof after === "string") {
    addStored(found, userMessage(before), userMessage(after));
    return;
  }
  for (const does of behaviours) {
    const old = digestInputItem(before, does, { document: pair.before, path });
    addDigest(found, old, digestInputItem(after, does, { document: pair.after, path }));
  }
  addStored(found, itemIn(pair.before, path, before), itemIn(pair.after, path, after));
}

/** What a text becomes as input of a run. */
function userMessage(content: string): RawItem {
  return itemOf({ content, role: "user" });
}

function addDigest(found: NewDigests, old: Digest, masked: Digest): void {
  if (!("sha256" in old) || !("sha256" in masked) || old.sha256 === null || masked.sha256 === null) return;
  found.set(old.sha256, masked.sha256);
}

const settleBehaviours = [true, false].map((ignoresCreatedBy) => ({
  ...settleBehaviourOf(newestReader),
  ignoresCreatedBy,
}));

/** Members that an item may have lost on its way into the session (`run_item_to_input_item`). */
const strippings: readonly ((item: JsonObject, key: string) => boolean)[] = [
  () => false,
  (item, key) => key === "created_by" || (key === "status" && item.status === null),
  (_, key) => key === "created_by" || shellOutputKeys.includes(key),
  (_, key) => key === "provider_data",
];

/** The digests of an item that the settle comparison takes. */
export function addStored(found: NewDigests, before: RawItem, after: RawItem): void {
  for (const strips of strippings) {
    const drops = (key: string) => strips(objectOf(before.value), key);
    const [old, masked] = [without(before, drops), without(after, drops)];
    for (const does of settleBehaviours) {
      for (const ignoreIds of [false, true]) {
        found.set(digestOf(old, ignoreIds, does), digestOf(masked, ignoreIds, does));
      }
    }
  }
}
