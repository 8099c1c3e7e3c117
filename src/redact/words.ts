import { itemTypes } from "../reading/item-type.ts";
import { leafTypes, patternMembers, strategyMembers } from "../sandbox/tables.ts";

/** Words that the SDK and the API put into members such as `type`, `status` or `role`. Anything else in such a member was written by
 * somebody, and is masked. Sources: the closed sets of the model types (`src/items/generated`), and the writer of 0.24.0. */
export const sdkWords: ReadonlySet<string> = new Set([
  ...itemTypes,
  ...leafTypes,
  ...strategyMembers.keys(),
  ...patternMembers.keys(),
  ...split(`next_step_run_again next_step_interruption
    user assistant system developer tool critic discriminator unknown
    completed in_progress incomplete failed searching generating interpreting calling
    message reasoning function_call function_call_output custom_tool_call custom_tool_call_output computer_call computer_call_output
    local_shell_call local_shell_call_output shell_call shell_call_output apply_patch_call apply_patch_call_output
    tool_search_call tool_search_output mcp_list_tools mcp_call mcp_approval_request mcp_approval_response hosted_tool_call
    file_search_call web_search_call code_interpreter_call image_generation_call program program_output compaction compaction_trigger
    item_reference additional_tools configuration_update
    input_text input_image input_file output_text refusal text summary_text reasoning_text image image_url file logs url
    computer_screenshot url_citation file_citation container_file_citation file_path skill_reference
    click double_click drag keypress move screenshot scroll type wait left right wheel back forward
    search open_page find_in_page exec exit timeout create_file delete_file update_file
    direct programmatic client server local browser linux mac ubuntu windows
    commentary final_answer auto high low medium minimal none max xhigh original edit generate opaque transparent
    png jpeg webp gif svg 1024x1024 1024x1536 1536x1024 always never explicit lark regex grammar approximate
    http_error mcp_protocol_error mcp_tool_execution_error base64 inline
    function mcp custom computer computer_use_preview local_shell shell apply_patch namespace tool_search web_search file_search
    web_search_preview code_interpreter image_generation programmatic_tool_calling hosted_mcp
    bare namespaced deferred_top_level agent_as_tool server_tool request query
    input output tool_input tool_output allow reject_content raise_exception
    mapping dataclass pydantic asdict model_dump omitted preserve omit trace
    dir unix_local docker workspace_tar_sha256_v1 workspace_tar_sha256_v2 remote noop
    object array string number integer boolean null date-time date email uri uuid yes no on off true false`),
]);

function split(words: string): string[] {
  return words.split(/\s+/).filter((word) => word !== "");
}
