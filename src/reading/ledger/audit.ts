import type { JsonObject, Path } from "../../document/json.ts";
import type { CallIdentity, CallOptions } from "../../python/invocation.ts";
import type { Pass } from "../pass.ts";
import type { ProcessedReading } from "../reading.ts";
import type { LiveTool } from "./live-tools.ts";

/** A call that the ledger has as completed, and what the walk has seen of it. */
export interface Completed {
  readonly type: string;
  readonly fingerprint: string;
  calls: number;
  output: boolean;
  /** The tools behind it with which all calls so far are the ledger's, undefined for none at all; null before the first call without a name of
   * its own. */
  tools: (LiveTool | undefined)[] | null;
  /** The last call that asked for them. */
  asked: Spot | null;
  /** Below the run's own object: the first place where the call is another one than the ledger says. */
  mismatch: Path | null;
}

/** The walk of the last check. */
export interface Audit {
  readonly pass: Pass;
  readonly processed: ProcessedReading | null;
  readonly completed: ReadonlyMap<string, Completed>;
  /** Names that items give to a call id: native calls carry none of their own. */
  readonly names: Map<string, string>;
  /** The text can hold half a surrogate pair, which crashes a fingerprint: every call has to be looked at. Deep arguments are long. */
  readonly fragile: boolean;
  /** The program has an apply_patch tool: then the reader compares the name of every item with it. */
  readonly patches: boolean;
  readonly known: Map<string, Known>;
  /** The live tools behind native calls, by call id, once they were asked for. */
  live: ReadonlyMap<string, readonly LiveTool[]> | null;
  crashed: boolean;
}

/** The identity of a call that was already taken, with what it was taken from. */
export interface Known {
  readonly raw: JsonObject;
  readonly options: CallOptions;
  readonly identity: CallIdentity | null;
}

/** A raw item and where it stands: `list[index]`, or a member of that entry. A path is only made of it when one is needed. */
export interface Spot {
  readonly raw: JsonObject;
  readonly list: Path;
  readonly index: number;
  /** The run item around it; null in the input and in the responses of the model. */
  readonly entry: JsonObject | null;
}

export function spotPath({ list, index, entry }: Spot): Path {
  return entry === null ? [...list, index] : [...list, index, "raw_item"];
}
