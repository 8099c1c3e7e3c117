import { type Finding, resumeOf } from "../findings/finding.ts";
import type { Judgement } from "../judge.ts";
import type { Reader } from "../readers/releases.ts";
import type { RuleName } from "../rules/index.ts";

/** Told by a step: `approvals-under-1-16`. */
const toldByStep: RuleName = "boundary-not-proven";

/** What an older release does with the resume of a result, by its own nature, and the newer one did not with the source's. No step speaks of it:
 * a file that the older release wrote itself would fare no better. */
export function worseBelow(source: Judgement, result: Judgement, reader: Reader): Finding[] {
  const known = new Set(source.findings.map(({ rule }) => rule));
  return result.findings.flatMap((finding): Finding[] => {
    const { rule, path } = finding;
    const outlook = resumeOf(finding);
    if (outlook === null || outlook === "ok" || rule === toldByStep || known.has(rule)) return [];
    return [{ rule: "resumes-worse-below", path, args: { release: reader.release, rule, outlook } }];
  });
}
