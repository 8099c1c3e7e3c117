import type { Document } from "../document/document.ts";
import type { JsonObject, Path } from "../document/json.ts";
import { pointerOf } from "../document/pointer.ts";
import { type Finding, type FindingArgs, noArgs } from "../findings/finding.ts";
import type { IntegerAt, ItemModels } from "../items/models.ts";
import type { Version } from "../readers/range.ts";
import type { Reader } from "../readers/releases.ts";
import type { Dialect } from "../rules/dialect.ts";
import { type RuleName, rules } from "../rules/index.ts";
import type { Rule } from "../rules/rule.ts";

/** The walk of one reader over one level of a document. Sections report into it in the reader's order. */
export interface Pass {
  readonly document: Document;
  readonly reader: Reader;
  readonly label: Version;
  readonly dialect: Dialect;
  readonly models: ItemModels;
  /** Path of this level's object; empty for the root. */
  readonly base: Path;
  readonly state: JsonObject;
  /** Where in this level the walk is, for the long lists: their paths are only made when something is reported. */
  readonly trail: (string | number)[];
  readonly findings: Finding[];
  /** Errors reported so far: what rests on a broken part asks this, so that one cause gives one finding. */
  errors: number;
  /** The rule that an error was reported for, by its place. */
  readonly broken: Map<string, RuleName>;
  /** Whether a number below such a place is an int, once that was asked there. */
  readonly integersAt: Map<Path, IntegerAt>;
  /** Program calls of this level, once they were asked for. */
  programs: Programs | null;
}

/** Ids of the program items of a run, and of those that have a completed output. */
export interface Programs {
  readonly known: ReadonlySet<string>;
  readonly completed: ReadonlySet<string>;
}

/** Reports a rule at a path below where the walk is, if the rule holds for this reader and label. Returns whether it does. Where another
 * rule is broken already nothing is said: the reader gets no further, and it is one cause. So is a label that is too old for several things. */
export function report(pass: Pass, rule: RuleName, path: Path, args: FindingArgs = noArgs): boolean {
  if (!pass.dialect.on[rule]) return false;
  const place = at(pass, path);
  if (rules[rule].severity === "error") {
    pass.errors++;
    const key = pointerOf(place);
    const known = pass.broken.get(key) ?? rule;
    if (known !== rule || isToldOfLabel(pass, rule)) return true;
    pass.broken.set(key, rule);
  }
  pass.findings.push({ rule, path: place, args });
  return true;
}

function isToldOfLabel({ broken }: Pass, rule: RuleName): boolean {
  return isAboutLabel(rule) && [...broken.values()].some((other) => other !== rule && isAboutLabel(other));
}

function isAboutLabel(rule: RuleName): boolean {
  const { aboutLabel }: Rule = rules[rule];
  return aboutLabel === true;
}

/** The absolute path of a path below where the walk is. */
export function at({ base, trail }: Pass, path: Path): Path {
  return base.length === 0 && trail.length === 0 ? path : [...base, ...trail, ...path];
}
