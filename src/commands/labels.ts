import { UsageError } from "../errors.ts";
import { nearestWord } from "../nearest.ts";

/** The labels that `--relabel` names: `all`, or some with commas between; throws UsageError for a label that never was. */
export async function chooseLabels(relabel: string | undefined): Promise<readonly string[]> {
  if (relabel === undefined) return [];
  const { versions } = await import("../versions/registry.ts");
  const known = versions.map(({ label }) => label);
  if (relabel === "all") return known;
  return relabel.split(",").map((label) => {
    if (known.includes(label)) return label;
    if (label === "")
      throw new UsageError("--relabel takes all, or labels with commas between (1.17,1.18); one is empty");
    throw new UsageError(`no schema version ${label}; the nearest is ${nearestWord(label, known) ?? known.at(-1)}`);
  });
}
