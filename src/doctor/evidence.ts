import { pointerOf } from "../document/pointer.ts";
import { describeFinding } from "../findings/describe.ts";
import type { Finding } from "../findings/finding.ts";
import type { Evidence } from "./cause.ts";

/** A place of the checkpoint. */
export function at(pointer: string, fact: string): Evidence {
  return { in: "checkpoint", pointer, fact };
}

/** An item of the session; without an index the whole list. */
export function inSession(index: number | null, fact: string): Evidence {
  return { in: "session", pointer: index === null ? "" : `/${index}`, fact };
}

/** A finding where it stands, in its own words. */
export function factOf(finding: Finding): Evidence {
  return at(pointerOf(finding.path), describeFinding(finding, null).message);
}

/** The same with the reason why it is one. */
export function explained(finding: Finding): Evidence {
  const { message, why } = describeFinding(finding, null);
  return at(pointerOf(finding.path), `${message} ${why}`);
}
