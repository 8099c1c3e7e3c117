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
