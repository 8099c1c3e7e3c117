import { UsageError } from "../../errors.ts";
import { unknownVersion } from "../../versions/named.ts";
import { versions } from "../../versions/registry.ts";

/** The labels that `--relabel` names: `all`, or some with commas between; throws UsageError for a label that never was. */
export function chooseLabels(relabel: string | undefined): readonly string[] {
  if (relabel === undefined) return [];
  const known = versions.map(({ label }) => label);
  if (relabel === "all") return known;
  return relabel.split(",").map((label) => {
    if (known.includes(label)) return label;
    if (label === "")
      throw new UsageError("--relabel takes all, or labels with commas between (1.17,1.18); one is empty");
    throw unknownVersion(label);
  });
}
