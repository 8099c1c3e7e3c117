import type { Verdict } from "../judge.ts";
import type { Outlook } from "../rules/rule.ts";

export const provenances = ["written", "relabelled", "handmade"] as const;
/** `written` by a release; `relabelled`: written by a release, only the label was changed; `handmade`. */
export type Provenance = (typeof provenances)[number];

/** What is expected of one file of a corpus, whoever says so: a manifest entry, or the conventions of the SDK's own corpus. */
export interface Expectation {
  /** Path inside the corpus, with `/`. */
  readonly file: string;
  /** Lower-case hex; absent when nothing is said about the bytes. */
  readonly sha256?: string;
  /** The label, "draft-1.18" for a file of the draft; null when the file has none; absent when nothing is said. */
  readonly schema?: string | null;
  /** The label before the file was relabelled, and the digest of the file with it. */
  readonly emitted?: { readonly version: string; readonly sha256: string };
  /** By release. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** By release; only what was measured by resuming there. */
  readonly resume: ReadonlyMap<string, Outlook>;
  /** Texts that a migration to the newest version must not leave, and that the migration must need one pass only. */
  readonly migration?: { readonly sentinels: readonly string[] };
}
