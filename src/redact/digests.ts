import type { Path } from "../document/json.ts";
import type { RawItem } from "../session/raw-item.ts";
import { addFingerprints } from "./fingerprints.ts";
import { addItems, addStored } from "./item-digests.ts";
import { type NewDigests, nestedRuns, type Pair } from "./twins.ts";

/** Items of the session, as they are and masked. */
export interface SessionPair {
  readonly before: readonly RawItem[];
  readonly after: readonly RawItem[];
}

/** Takes the digests anew that a document holds of its own values: fingerprints of calls, digests of items. Each is taken of the value and
 * of its mask in every way in which a release takes it, so that whatever stands in the file is found. */
export function newDigests(pair: Pair, session: SessionPair | undefined): NewDigests {
  const found: NewDigests = new Map();
  const runs: Path[] = [[]];
  for (let base = runs.pop(); base !== undefined; base = runs.pop()) {
    addFingerprints(found, pair, base);
    addItems(found, pair, base);
    for (const inner of nestedRuns(pair, base)) runs.push(inner);
  }
  session?.before.forEach((item, index) => {
    addStored(found, item, session.after[index] as RawItem);
  });
  return found;
}
