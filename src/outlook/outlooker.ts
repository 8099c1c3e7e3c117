import type { Path } from "../document/json.ts";
import type { FindingArgs } from "../findings/finding.ts";
import type { Reading, RunReading } from "../reading/reading.ts";
import type { RuleName } from "../rules/index.ts";
import type { Standing } from "./decisions/standing.ts";

/** Where the rules of the outlook report to, for one level. Paths are below the document's root. */
export interface Outlooker {
  readonly reading: Reading;
  readonly run: RunReading;
  /** The calls that this level waits for. */
  readonly standings: readonly Standing[];
  report(rule: RuleName, path: Path, args?: FindingArgs): void;
}
