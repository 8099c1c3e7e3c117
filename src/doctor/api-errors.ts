import type { SdkError } from "./sdk-error.ts";

/** What the API says of a history that is not whole; other providers in words of their own. */
export const apiErrors: readonly SdkError[] = [
  {
    begins: ["Previous response with id * not found", "Conversation with id * not found"],
    tells:
      "the API, not the SDK: the server has no such history; it was deleted, has expired or belongs to another account",
    causes: ["server-conversation"],
  },
  {
    begins: [
      "No tool call found for",
      "no function call found for",
      "messages with role 'tool' must be a response to",
      "unexpected tool_use_id found in",
    ],
    tells: "the API, not the SDK: an output reached it without its call, so the session or the file is damaged",
    causes: ["orphaned-output", "pause-lost-its-call", "history-lacks-call"],
  },
  {
    begins: [
      "No tool output found for",
      "An assistant message with 'tool_calls' must be followed by",
      "tool_use ids were found without",
    ],
    tells: "the API, not the SDK: a call reached it without its output",
    causes: ["output-missing", "output-unsent", "call-unanswered", "items-missing"],
  },
  {
    begins: [
      "was provided without its required following item",
      "was provided without its required 'reasoning' item",
      "Item with id * not found. Items are not persisted when",
    ],
    tells: "the API, not the SDK: reasoning and what it led to are sent together",
    causes: ["reasoning-unpaired"],
  },
  {
    begins: ["Duplicate item found with id"],
    tells: "the API, not the SDK: an item is in the session twice",
    causes: ["duplicate-items", "write-already-stored"],
  },
  {
    begins: [
      "The encrypted content * could not be verified",
      "invalid_encrypted_content",
      "Expected an ID that begins with",
      "string too long. Expected a string with maximum length 64",
    ],
    tells: "the API, not the SDK: an item of the history is not one of its own, or not of this organization",
    causes: ["history-of-another-provider"],
  },
];
