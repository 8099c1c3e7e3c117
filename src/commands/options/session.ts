import { UsageError } from "../../errors.ts";
import { type SessionKind, sessionKinds } from "../../settle/options.ts";
import { oneOf } from "./values.ts";

/** The session that a resume would be given, as the command line names it. */
export interface SessionOptions {
  readonly session?: string;
  readonly sessionKind?: string;
  readonly sessionLimit?: number;
  readonly table?: string;
}

/** How the session behaves: its class, and the limit of items that it was made with. */
export function traitsOf({ sessionKind = "sqlite", sessionLimit }: SessionOptions): {
  readonly kind: SessionKind;
  readonly limit: number | undefined;
} {
  return { kind: oneOf("--session-kind", sessionKind, sessionKinds), limit: sessionLimit };
}

/** Throws UsageError when checkpoint and session would both be read from standard input. */
export function checkSources(paths: readonly string[], { session }: SessionOptions): void {
  if (session === "-" && (paths.length === 0 || paths.includes("-")))
    throw new UsageError("the checkpoint and the session cannot both come from standard input");
}
