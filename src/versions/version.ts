import type { Json } from "../document/json.ts";
import type { Version } from "../readers/range.ts";
import type { ShapeChange } from "./shapes/kit.ts";
import type { Step } from "./steps/step.ts";

/** A key or value that a version brought in. */
export interface Added {
  /** RFC 6901 pointer pattern: `*` is one step, `**` any number of steps; an item type is named in words. */
  readonly at: string;
  /** What stands there, in words. */
  readonly kind: string;
  /** The writer always writes it. */
  readonly required?: true;
}

/** A field that a version brought in and that files of older labels hold too: readers differ in what they make of it there. */
export interface EarlyField {
  readonly path: readonly string[];
  /** Whether the value says anything; absent: unless it is empty (`[]`, null and the like). */
  readonly says?: (value: Json) => boolean;
}

/** What every reader that knows the label does because of the label alone. */
export interface Gate {
  readonly when: string;
  readonly effect: string;
}

/** One version of the checkpoint layout. Which releases write and read it is not here: that follows from `readers/releases.ts`.
 * A released version is frozen: what comes later goes into a later file. */
export interface SchemaVersion {
  /** "1.18", or "draft-1.18" for the design that was never released. */
  readonly label: string;
  /** The `$schemaVersion` of its documents, when that is not `label`. */
  readonly carries?: Version;
  /** One line, our own words. */
  readonly summary: string;
  readonly added: readonly Added[];
  readonly early?: readonly EarlyField[];
  /** What means something else from here on, or takes other values. */
  readonly changed: readonly string[];
  readonly gates: readonly Gate[];
  /** What its writer writes differently from the version before; absent when nothing. Read at build time only. */
  readonly shape?: ShapeChange;
  /** The migration steps that lead here from the version below, in order; absent when nothing but the label changes. */
  readonly up?: readonly Step[];
  /** What every way up that gets as far as here does last, at every level: its readers do it whatever label a document has. */
  readonly sweeps?: readonly Step[];
  /** The steps that lead from here to the version below. */
  readonly down?: readonly Step[];
}
