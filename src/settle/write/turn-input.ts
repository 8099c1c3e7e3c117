import { isObject, type Json, member, objectOf } from "../../document/json.ts";
import { shellOutputKeys } from "../../python/input-item.ts";
import type { IdPolicy } from "../../reading/id-policy.ts";
import { fieldOf, itemOf, type RawItem, without } from "../../session/raw-item.ts";
import { withoutReasoningId } from "../items/clean.ts";
import { typeOf } from "../items/pairs.ts";
import type { TurnItem } from "../run/run.ts";
import { isConversations, type World } from "../world.ts";

/** `run_item_to_input_item`: what of a run item is stored. A null status goes, and under the policy `omit` the ids of reasoning (never
 * for the Conversations service). */
export function asInput(world: World, { item, kind }: TurnItem, policy: IdPolicy = savePolicyOf(world)): RawItem {
  const shell = kind === "tool_call_output_item" && typeOf(item) === "shell_call_output";
  const bare = without(
    item,
    (key) =>
      key === "created_by" ||
      (key === "status" && fieldOf(item, "status") === null) ||
      (shell && shellOutputKeys.includes(key)),
  );
  if (policy === "omit" && kind === "reasoning_item") return withoutReasoningId(bare);
  return shell ? withoutChunkAuthors(bare) : bare;
}

function savePolicyOf(world: World): IdPolicy {
  return isConversations(world) ? null : world.run.idPolicy;
}

/** Each chunk of a shell call's output can carry its own `created_by`. */
function withoutChunkAuthors(item: RawItem): RawItem {
  const chunks = fieldOf(item, "output");
  if (!Array.isArray(chunks) || !chunks.some((chunk) => isObject(chunk) && member(chunk, "created_by") !== undefined))
    return item;
  return itemOf({ ...objectOf(item.value), output: chunks.map(withoutAuthor) });
}

function withoutAuthor(chunk: Json): Json {
  if (!isObject(chunk)) return chunk;
  return Object.fromEntries(Object.entries(chunk).filter(([key]) => key !== "created_by"));
}
