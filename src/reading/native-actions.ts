import type { Json } from "../document/json.ts";

/** The lists of a processed response that hold calls of native tools, in the reader's order, each with the member of an entry that holds
 * its tool and the names that find such a tool where it cannot choose its own, which is the first of them; it then cannot choose its callers
 * either (`_deserialize_processed_response`, `_build_named_tool_map`). */
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

/** The lists of a processed response that hold calls other than those of functions. */
export type ActionList = NativeAction["key"] | "handoffs" | "mcp_approval_requests";

/** Whether some program has a tool of this name for the action; without one the reader skips it unread. */
export function canBeNamed({ names }: NativeAction, name: Json | undefined): boolean {
  if (typeof name !== "string" || name === "") return false;
  return names === null || names.some((known) => known === name);
}

/** What the tool of the program is called that this name finds: a computer is found under two names. */
export function nameInProgram({ names }: NativeAction, name: Json | undefined): Json | undefined {
  return names === null ? name : names[0];
}
