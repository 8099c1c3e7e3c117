import { isObject, type Json, listOf, member } from "../document/json.ts";
import type { Evidence } from "./cause.ts";
import { at } from "./evidence.ts";

/** What a document is that is no checkpoint of either SDK, as far as its keys tell. */
interface Foreign {
  /** Keys that it has all of. */
  readonly keys: readonly string[];
  readonly what: string;
  readonly advice: string;
}

const notThis =
  "Nothing of it can be turned into a RunState: the program has to save RunState.to_string() at the pause.";
const asSession = "Give it as the session, beside the checkpoint: --session FILE.";

const known: readonly Foreign[] = [
  { keys: ["channel_values", "channel_versions"], what: "a checkpoint of LangGraph", advice: notThis },
  { keys: ["channel_values", "versions_seen"], what: "a checkpoint of LangGraph", advice: notThis },
  { keys: ["session_id", "items"], what: "the items of a session", advice: asSession },
  { keys: ["object", "output", "usage"], what: "a response of the API", advice: notThis },
  { keys: ["object", "required_action"], what: "a run of the Assistants API", advice: notThis },
  {
    keys: ["new_items", "raw_responses"],
    what: "a result of a run",
    advice: "Save result.to_state().to_string() instead.",
  },
  { keys: ["object", "workflow_name"], what: "a trace", advice: notThis },
];

/** Places and a way out for a document of another kind; null when its keys tell nothing. */
export function foreignOf(value: Json): (Omit<Foreign, "keys"> & { readonly evidence: readonly Evidence[] }) | null {
  if (isItemList(value)) return { evidence: [], what: "the items of a session", advice: asSession };
  if (!isObject(value)) return null;
  const found = known.find(({ keys }) => keys.every((key) => Object.hasOwn(value, key)));
  if (found === undefined) return null;
  const { keys, what, advice } = found;
  return { evidence: keys.map((key) => at(`/${key}`, `a key of ${what}`)), what, advice };
}

function isItemList(value: Json): boolean {
  const items = listOf(value);
  return (
    items.length > 0 &&
    items.every((item) => isObject(item) && (typeof item.type === "string" || typeof item.role === "string"))
  );
}

/** Keys under which a label stands that lost its `$`: stores that take no key with it rename the key. */
const labelKeys = ["schemaVersion", "_schemaVersion", "schema_version", "$$schemaVersion", "＄schemaVersion"];

export function renamedLabel(value: Json): Evidence[] {
  if (!isObject(value)) return [];
  return labelKeys
    .filter((key) => typeof member(value, key) === "string")
    .map((key) => at(`/${key}`, "the label seems to stand here: call the key $schemaVersion again"));
}
