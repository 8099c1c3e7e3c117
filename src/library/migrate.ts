import { compactStyle, writeValue } from "../document/edits/style.ts";
import { pointerOf } from "../document/pointer.ts";
import { UsageError } from "../errors.ts";
import { describeFinding, type PlaceSource, type PrintedFinding } from "../findings/describe.ts";
import type { Finding } from "../findings/finding.ts";
import { judgeFault } from "../judge.ts";
import type { FinalEdit } from "../migrate/merge.ts";
import { migrate as migrateDocument, type Status } from "../migrate/migrate.ts";
import { reasonOf } from "../migrate/reason.ts";
import { type MigrateWishes, migrateOptionsOf } from "../migrate/wishes.ts";
import type { Version } from "../readers/range.ts";
import type { RuleName } from "../rules/index.ts";
import { checkOptions, type OptionKind, text as textKind, texts, wholeFrom } from "./options.ts";
import { type CheckpointText, readText } from "./reading.ts";

/** Where to: a label, or the label that a release writes. */
export type MigrateTarget =
  | { readonly to: Version; readonly forSdk?: undefined }
  | { readonly to?: undefined; readonly forSdk: Version };

export type MigrateSettings = MigrateTarget & {
  /** What only an operator can know: the limit of turns of a run that had none. */
  readonly maxTurns?: number;
  /** Rules of unsafe losses that are taken on. */
  readonly allowLoss?: readonly string[];
};

/** One edit of the text, in the sense of RFC 6902. */
export interface ExplainedEdit {
  readonly op: "add" | "replace" | "remove";
  /** JSON pointer. */
  readonly path: string;
  /** The new value as JSON text, since numbers keep their spelling; null for `remove`. */
  readonly value: string | null;
  readonly reason: string;
  readonly loss: "none" | "degraded" | "unsafe";
  readonly rule: RuleName;
}

export interface MigrateResult {
  readonly from: string | null;
  readonly to: Version;
  /** `invalid`: the source is no checkpoint that the release of the higher label takes; `refused`: something would be lost. */
  readonly status: Status;
  /** The whole new text; the old one when nothing changes; null when there is none. */
  readonly text: string | null;
  readonly edits: readonly ExplainedEdit[];
  readonly findings: readonly PrintedFinding[];
}

const kinds: Readonly<Record<"to" | "forSdk" | "maxTurns" | "allowLoss", OptionKind>> = {
  to: textKind,
  forSdk: textKind,
  maxTurns: wholeFrom(1),
  allowLoss: texts,
};

/** Carries a checkpoint to another schema version, up or down. Bytes that no edit names stay as they are. Pure; throws only
 * UsageError, for a version or a release or a rule that is not known and for other options than it has. */
export function migrate(text: CheckpointText, settings: MigrateSettings): MigrateResult {
  const { read } = readText(text);
  checkOptions("migrate", settings, kinds);
  const { maxTurns, allowLoss = [], ...rest } = settings;
  const target: MigrateWishes = rest;
  if ((target.to === undefined) === (target.forSdk === undefined))
    throw new UsageError("migrate is told where to by one option: either to, a version, or forSdk, a release");
  const assume = maxTurns === undefined ? [] : [`max-turns=${maxTurns}`];
  const options = migrateOptionsOf({ ...target, assume, allowLoss });
  const describe = (findings: readonly Finding[], source: PlaceSource) =>
    findings.map((finding) => describeFinding(finding, source));
  if ("fault" in read) {
    const findings = describe(judgeFault(read.fault).findings, read.fault);
    return { from: null, to: options.to, status: "invalid", text: null, edits: [], findings };
  }
  const { from, to, status, edits, findings, result } = migrateDocument(read.document, options);
  return {
    from,
    to,
    status,
    text: result?.text ?? null,
    edits: edits.map(explained),
    findings: describe(findings, read.document),
  };
}

function explained({ edit, loss, change }: FinalEdit): ExplainedEdit {
  const { op, path } = edit;
  const value = edit.op === "remove" ? null : writeValue(edit.value, compactStyle, undefined);
  return { op, path: pointerOf(path), value, reason: reasonOf(change), loss, rule: change.rule };
}
