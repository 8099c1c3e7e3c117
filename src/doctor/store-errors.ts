import type { SdkError } from "./sdk-error.ts";

/** What stores say: those of sessions while a run is resumed, and those of checkpoints when one is to be saved. */
export const storeErrors: readonly SdkError[] = [
  {
    begins: ["got an unexpected keyword argument 'limit'"],
    tells: "every release: the pending write is compared with the end of the session, which get_items(limit) must give",
    causes: ["session-without-limit"],
  },
  {
    begins: [
      "database is locked",
      "database disk image is malformed",
      "attempt to write a readonly database",
      "no such table: agent_messages",
      "EncryptedSession max_scan_items exhausted",
      "stored Dapr session messages",
    ],
    tells: "the store of the session, not the SDK: whether it had stored something by then is not known",
    causes: ["store-raised"],
  },
  {
    begins: [
      "Object of type * is not JSON serializable",
      "keys must be str, int, float, bool or None",
      "Circular reference detected",
    ],
    tells: "Python's json, while to_string() writes: every release",
    causes: ["state-not-written"],
  },
  {
    begins: [
      "unsupported Unicode escape sequence",
      "cannot be converted to text",
      "Unicode low surrogate must follow a high surrogate",
      "Unicode high surrogate must not follow a high surrogate",
      "invalid input syntax for type json",
      "Out of range float values are not JSON compliant",
      "Float types are not supported. Use Decimal types instead",
    ],
    tells: "the store or the web framework, not the SDK: the checkpoint was not saved or sent",
    causes: ["refused-by-store"],
  },
];
