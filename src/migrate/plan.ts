import { appendAll } from "../append-all.ts";
import { applyToValue } from "../document/edits/apply-to-value.ts";
import type { Json } from "../document/json.ts";
import { valueAt } from "../document/value-at.ts";
import { compareVersions, type Version } from "../readers/range.ts";
import type { Reading } from "../reading/reading.ts";
import { findVersion, versions } from "../versions/registry.ts";
import { edit } from "../versions/steps/change.ts";
import type { RunFacts } from "../versions/steps/facts.ts";
import type { Assumptions, Change, Step } from "../versions/steps/step.ts";
import { factsOf } from "./facts-of.ts";
import { type Level, levelsOf, runOf, type Surroundings } from "./levels.ts";
import { refusals } from "./losses.ts";
import { type FinalEdit, mergeEdits } from "./merge.ts";

export interface PlanOptions {
  readonly assume?: Assumptions;
  /** Rules of unsafe losses that the caller takes on. */
  readonly allowLoss?: ReadonlySet<string>;
  /** The label that the document goes by when that is not the one it carries ("draft-1.18"). */
  readonly as?: string;
}

/** How a document becomes one of another version. */
export interface Plan {
  readonly from: string;
  readonly to: Version;
  /** Everything that the steps did and said, in order. */
  readonly changes: readonly Change[];
  /** The changes that refuse it; empty for a plan that may be carried out. */
  readonly refused: readonly Change[];
  /** The edits against the source. */
  readonly edits: readonly FinalEdit[];
  /** The source value with the edits made; the source value itself is untouched. */
  readonly value: Json;
}

/** Plans the chain of single steps from the label of the document to `to`, at every nesting level. A nested run
 * takes the steps between its own label and `to`, in the direction of the whole; one that stands on the other side
 * of `to`, or that the reader does not take, stays as it is. `reading` is an accepted one: by the release that
 * writes the higher of the two labels. */
export function planMigration(reading: Reading, to: Version, options: PlanOptions = {}): Plan {
  const { document } = reading;
  const facts = factsOf(reading);
  const around: Surroundings = {
    document,
    assume: options.assume ?? {},
    factsAt: ({ source }) => facts.get(source) as RunFacts,
  };
  const levels = levelsOf(document.value, (state) => facts.has(state));
  const root = levels[0];
  if (root !== undefined && options.as !== undefined) root.label = options.as;
  const from = root?.label ?? "";
  const changes: Change[] = [];
  let value = document.value;
  const take = (made: readonly Change[]) => {
    value = applyToValue(
      value,
      made.flatMap((change) => change.edits),
    );
    appendAll(changes, made);
  };
  for (const { step, ours, isLast } of chain(levels, from, to)) {
    // A run looks into the runs inside it, never the other way round on the way down, so the innermost goes first.
    for (const level of ours.toReversed()) {
      if (isThere(value, level)) take(step(runOf(level, value, around, isLast)));
    }
  }
  for (const level of levels) {
    if (isThere(value, level)) take(relabel(level, to));
  }
  const refused = refusals(changes, options.allowLoss ?? new Set());
  return { from, to, changes, refused, edits: mergeEdits(changes), value };
}

/** A forced step can drop a nested run. */
function isThere(value: Json, level: Level): boolean {
  return valueAt(value, level.base) !== undefined;
}

/** A step with the levels that take it. */
interface Link {
  readonly step: Step;
  readonly ours: readonly Level[];
  readonly isLast: boolean;
}

/** The steps to take in order. The draft is left by steps of its own. */
function* chain(levels: readonly Level[], from: string, to: Version): Generator<Link> {
  const start = findVersion(from);
  if (start === undefined) return;
  const label = start.carries ?? start.label;
  const rising = compareVersions(label, to) < 0;
  if (start.carries !== undefined && rising) {
    for (const step of start.up ?? []) yield { step, ours: levels.slice(0, 1), isLast: false };
  }
  const order = rising ? versions : versions.toReversed();
  for (const [place, version] of order.entries()) {
    const reached = rising ? version : order[place + 1];
    const ours = levels.filter((level) => takes(version.label, carried(level.label), to, rising));
    if (ours.length === 0) continue;
    for (const step of (rising ? version.up : version.down) ?? []) yield { step, ours, isLast: reached?.label === to };
  }
  for (const version of rising ? versions : []) {
    if (compareVersions(version.label, to) > 0) return;
    for (const step of version.sweeps ?? []) yield { step, ours: levels, isLast: version.label === to };
  }
}

/** `up` of a version leads to it, `down` leads away from it to the one below. */
function takes(version: Version, label: Version, to: Version, rising: boolean): boolean {
  if (rising) return compareVersions(label, version) < 0 && compareVersions(version, to) <= 0;
  return compareVersions(to, version) < 0 && compareVersions(version, label) <= 0;
}

function carried(label: string): Version {
  return findVersion(label)?.carries ?? label;
}

function relabel(level: Level, to: Version): Change[] {
  const label = carried(level.label);
  if (label === to || findVersion(label) === undefined) return [];
  const way = compareVersions(carried(levelRoot(level).label), to);
  // A nested run on the other side of the target has taken no step.
  if (way < 0 !== compareVersions(label, to) < 0) return [];
  const path = [...level.base, "$schemaVersion"];
  return [edit("migrate-label", { op: "replace", path, value: to }, { from: label, to })];
}

function levelRoot(level: Level): Level {
  return level.outer === undefined ? level : levelRoot(level.outer);
}
