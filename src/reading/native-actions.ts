import { isObject, type JsonObject, member, type Path } from "../document/json.ts";

/** The lists of a processed response that hold calls of native tools, in the reader's order, each with the member of an entry that holds
 * its tool (`_deserialize_processed_response`). */
export const nativeActions = [
  { key: "computer_actions", tool: "computer" },
  { key: "custom_tool_actions", tool: "custom_tool" },
  { key: "local_shell_actions", tool: "local_shell" },
  { key: "shell_actions", tool: "shell" },
  { key: "apply_patch_actions", tool: "apply_patch" },
] as const;

export type NativeAction = (typeof nativeActions)[number];

/** The actions whose calls stay as they are when they break their schema, in the reader's order, where a tool can be found. A local shell
 * has one name only. */
export function* uncheckedActions(processed: JsonObject): Generator<{ path: Path; call: JsonObject }> {
  for (const { key, tool } of nativeActions) {
    const actions = member(processed, key);
    if (key === "computer_actions" || key === "custom_tool_actions" || !Array.isArray(actions)) continue;
    for (const [index, action] of actions.entries()) {
      const container = isObject(action) ? member(action, tool) : undefined;
      if (!isObject(action) || !isObject(action.tool_call) || !isObject(container)) continue;
      const { name } = container;
      const isNamed = key === "local_shell_actions" ? name === "local_shell" : typeof name === "string" && name !== "";
      if (isNamed) yield { path: ["last_processed_response", key, index], call: action.tool_call };
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
