import { error, type Rule, warning } from "./rule.ts";

// What `corpus check` says when a folder of checkpoints is not what its manifest says. None of them is about a reader.

const own = "runstate";

export const corpusRules = {
  "corpus-file-missing": error(own),
  "corpus-file-unlisted": error(own),
  "corpus-digest": error(own),
  "corpus-label": error(own),
  "corpus-relabelled": error(own),
  "corpus-verdict": error(own),
  "corpus-outlook": error(own),
  "corpus-reader-unknown": warning(own),
  "corpus-secret-left": error(own),
  "corpus-twice": error(own),
} satisfies Record<string, Rule>;

export type CorpusRule = keyof typeof corpusRules;
