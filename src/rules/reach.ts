import type { Range, Version } from "../readers/range.ts";
import { oldestReaderOf } from "../readers/releases.ts";

/** What came with a label, and what holds of it: in documents of that label and newer ones, from the first release that reads it. */
function from(label: Version): { readonly readers: Range; readonly labels: Range } {
  const oldest = oldestReaderOf(label);
  if (oldest === undefined) throw new Error(`no release reads ${label}`);
  return { readers: { since: oldest.release }, labels: { since: label } };
}

export const from1_15 = from("1.15");
export const from1_17 = from("1.17");
export const from1_18 = from("1.18");
export const from1_19 = from("1.19");
export const from1_20 = from("1.20");
