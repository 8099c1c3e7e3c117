import type { Json, JsonObject, Path } from "../../document/json.ts";
import type { ActionReading } from "../../reading/reading.ts";
import type { Dialect } from "../../rules/dialect.ts";

/** A run item or approval that the reader keeps, at its absolute path. */
export interface KeptItem {
  readonly path: Path;
  readonly data: JsonObject;
  readonly raw: Json;
  readonly rawPath: Path;
}

/** What the reader of the target keeps of one level of a document. */
export interface RunFacts {
  /** What that reader does under the level's own label. */
  readonly does: Dialect["does"];
  readonly generated: readonly KeptItem[];
  /** Empty when the document has no such list: the reader then takes what stands in the two others. */
  readonly session: readonly KeptItem[];
  readonly newItems: readonly KeptItem[];
  readonly actions: readonly ActionReading[];
  /** Approvals that the run waits for; empty when its step is no interruption. */
  readonly approvals: readonly KeptItem[];
  /** A call of a nested run that is taken for one of this level too, and waits for ever beside another call of its tool. */
  readonly blocking: KeptItem | undefined;
  /** Ids of calls that ran and whose output is lost; the resume has them before it. */
  readonly uncommitted: readonly string[];
}
