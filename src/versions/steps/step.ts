import type { Document } from "../../document/document.ts";
import type { Edit } from "../../document/edits/edit.ts";
import type { JsonObject, Path } from "../../document/json.ts";
import type { FindingArgs } from "../../findings/finding.ts";
import type { MigrateRule } from "../../rules/migrate.ts";
import type { RunFacts } from "./facts.ts";

/** What a change costs. `none`: the reader of the target holds the same state. `degraded`: something named is lost
 * and the run still does nothing wrong. `unsafe`: refused, unless `--allow-loss RULE` takes it on. */
export type Loss = "none" | "degraded" | "unsafe";

/** One explained thing that a step does or says: a rule at a place, and the edits it takes (none for a mere
 * warning). Their paths are absolute and never go through a list position that another edit moves. The edits of an
 * unsafe change are its forced form. Loss and sentences come from the rule. */
export interface Change {
  readonly rule: MigrateRule;
  readonly path: Path;
  readonly args: FindingArgs;
  readonly edits: readonly Edit[];
}

/** What only an operator can know (`--assume max-turns=50`). */
export interface Assumptions {
  readonly maxTurns?: number;
}

/** A run's own object, and where it stands. */
export interface RunValue {
  readonly value: JsonObject;
  readonly base: Path;
}

/** One level of a checkpoint, the outer run or a nested `agent_run_state` at any depth, as the earlier steps left
 * it. */
export interface Run extends RunValue {
  /** The source; its paths are also those of the edited value, since no step moves a list position. */
  readonly document: Document;
  /** The step leads to the label that the whole migration leads to: nothing comes after it. */
  readonly isLast: boolean;
  readonly outer: Run | undefined;
  /** The runs directly inside, of any label. */
  readonly inner: readonly Run[];
  readonly assume: Assumptions;
  /** What the reader keeps of this level. */
  readonly facts: RunFacts;
}

/** A step between two neighbouring versions. Pure: it reads one level and says what to change, it never edits its
 * input. */
export type Step = (run: Run) => readonly Change[];
