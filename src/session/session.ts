import { misnamed } from "../document/files/misnamed.ts";
import { InputError } from "../errors.ts";
import { fieldOf, type RawItem } from "./raw-item.ts";

/** The items of a conversation store, oldest first, as `get_items()` gives them. */
export interface Session {
  /** Null: the source names none; it counts as the session that the record names. */
  readonly id: string | null;
  readonly items: readonly RawItem[];
  /** What the reader of the source has to tell: skipped rows, a missing -wal. One sentence each. */
  readonly notes: readonly string[];
}

/** Why a source gives no session. */
export function unreadable(name: string, reason: string): InputError {
  // SQLAlchemy's way to name a database, behind our own scheme or as a whole.
  const database = /^(?:sqlite(?:\+\w+)?:)?\/\/\/(.+)$/s.exec(name)?.[1];
  if (database !== undefined)
    return new InputError(`there is no session ${name}: a database is named sqlite:${database}`);
  const other = misnamed(name);
  if (other !== undefined) return new InputError(`there is no session: ${other}`);
  return new InputError(`cannot read the session ${name}: ${reason}`);
}

/** `_is_encrypted_envelope` (0.24.0, EncryptedSession). */
function isEnvelope(item: RawItem): boolean {
  return fieldOf(item, "__enc__") === 1 && ["payload", "kid", "v"].every((key) => fieldOf(item, key) !== undefined);
}

/** Digests of an EncryptedSession are over the decrypted items: comparing envelopes would give a wrong answer. Throws InputError. */
export function refuseEncrypted(items: readonly RawItem[], source: string): void {
  const count = items.filter(isEnvelope).length;
  if (count === 0) return;
  throw new InputError(
    `${source} holds encrypted items (${count} of ${items.length} are envelopes of EncryptedSession): only a program with the key can ` +
      "read them; save what its get_items() returns as JSON and give that file",
  );
}
