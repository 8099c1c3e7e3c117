import type { Path } from "../json.ts";
import { pointerOf } from "../pointer.ts";

/** An edit names what is not there. */
class LostEdit extends Error {}

export function lost(path: Path): never {
  throw new LostEdit(`an edit leads nowhere: ${pointerOf(path)}`);
}

/** What `edited` gives, or null when one of its edits leads nowhere. */
export function unlessLost<Result>(edited: () => Result): Result | null {
  try {
    return edited();
  } catch (error) {
    if (error instanceof LostEdit) return null;
    throw error;
  }
}
