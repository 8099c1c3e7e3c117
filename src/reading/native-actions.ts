import { isObject, type Json, type JsonObject, member, type Path } from "../document/json.ts";

/** The lists of a processed response that hold calls of native tools, in the reader's order, each with the member of an entry that holds
 * its tool and the names that such a tool can have where it cannot choose, as it then cannot choose its callers either
 * (`_deserialize_processed_response`, `_build_named_tool_map`). */
export const nativeActions = [
  { key: "computer_actions", tool: "computer", names: ["computer_use_preview", "computer"] },
  { key: "custom_tool_actions", tool: "custom_tool", names: null },
  { key: "local_shell_actions", tool: "local_shell", names: ["local_shell"] },
  { key: "shell_actions", tool: "shell", names: null },
  { key: "apply_patch_actions", tool: "apply_patch", names: null },
] as const satisfies readonly {
  readonly key: string;
  readonly tool: string;
  readonly names: readonly string[] | null;
}[];

export type NativeAction = (typeof nativeActions)[number];

/** Whether some program has a tool of this name for the action; without one the reader skips it unread. */
export function canBeNamed({ names }: NativeAction, name: Json | undefined): boolean {
  if (typeof name !== "string" || name === "") return false;
  return names === null || names.some((known) => known === name);
}

/** The actions whose calls stay as they are when they break their schema, in the reader's order, where a tool can be found. */
export function* uncheckedActions(processed: JsonObject): Generator<{ path: Path; call: JsonObject }> {
  for (const group of nativeActions) {
    const { key, tool } = group;
    const actions = member(processed, key);
    if (key === "computer_actions" || key === "custom_tool_actions" || !Array.isArray(actions)) continue;
    for (const [index, action] of actions.entries()) {
      const container = isObject(action) ? member(action, tool) : undefined;
      if (!isObject(action) || !isObject(action.tool_call) || !isObject(container)) continue;
      if (canBeNamed(group, container.name))
        yield { path: ["last_processed_response", key, index], call: action.tool_call };
    }
  }
}

/** A pending apply_patch call with the name of its tool: the program has such a tool, or the call is lost. */
export function hasPatchAction(processed: JsonObject): boolean {
  const actions = processed.apply_patch_actions;
  if (!Array.isArray(actions) || actions.length === 0) return false;
  for (const { path } of uncheckedActions(processed)) if (path[1] === "apply_patch_actions") return true;
  return false;
}
