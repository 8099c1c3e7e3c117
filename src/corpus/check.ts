import { holdsManifest } from "../document/manifest.ts";
import type { RuleName } from "../rules/index.ts";
import { checkFile, type FileCheck, type Miss, miss, parseBytes } from "./check-file.ts";
import { type Coverage, uncovered } from "./coverage.ts";
import type { Expectation } from "./expectation.ts";

/** One file of a corpus: listed and there, only listed, or only there. */
export interface CorpusResult {
  readonly file: string;
  readonly misses: readonly Miss[];
  /** null when the file is missing or nothing is expected of it. */
  readonly check: FileCheck | null;
}

/** Checks every listed and every present file, sorted by name. `read` gives the bytes of a present file. */
export function* checkCorpus(
  expectations: readonly Expectation[],
  present: ReadonlySet<string>,
  read: (file: string) => Buffer,
): Generator<CorpusResult, Coverage> {
  const byName = new Map(expectations.map((expected) => [expected.file, expected]));
  const labels = new Set<string>();
  const rules = new Set<RuleName>();
  for (const file of [...new Set([...byName.keys(), ...present])].sort()) {
    const expected = byName.get(file);
    if (expected === undefined) {
      // A folder below can be a corpus of its own.
      if (!holdsManifest(parseBytes(read(file)))) yield { file, misses: [miss("corpus-file-unlisted")], check: null };
    } else if (!present.has(file)) yield { file, misses: [miss("corpus-file-missing")], check: null };
    else {
      const check = checkFile(read(file), expected);
      for (const rule of check.rules) rules.add(rule);
      if (check.judgement.verdict === "accepted") labels.add(expected.schema ?? check.judgement.schemaVersion ?? "");
      yield { file, misses: check.misses, check };
    }
  }
  return uncovered(labels, rules);
}
