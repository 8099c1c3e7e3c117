import type { CorpusRule } from "../../rules/corpus.ts";
import type { Sentences } from "../sentences.ts";

const measured = "An expectation is what a release was seen to do; the tool or the file has changed since.";

export const corpusSentences = (): Readonly<Record<CorpusRule, Sentences>> => ({
  "corpus-file-missing": {
    title: "The manifest lists a file that is not there",
    message: () => "The manifest lists this file, but it is not in the folder.",
    why: "A corpus guards only what it holds.",
    fix: "Put the file back, or take its entry out of the manifest.",
  },
  "corpus-file-unlisted": {
    title: "A file of the corpus stands in no entry of the manifest",
    message: () => "This file is in the folder, but the manifest has no entry for it.",
    why: "Nothing is expected of it, so nothing would notice when its verdict changes.",
    fix: "`runstate corpus add FILE --dir DIR` makes an entry; or move the file out of the folder.",
  },
  "corpus-digest": {
    title: "The bytes of a file are not those that the manifest describes",
    message: () => "The SHA-256 of this file is not the one in the manifest.",
    why: "Its expectations were measured on other bytes.",
    fix: "Take the file back from version control, or measure it again and renew its entry.",
  },
  "corpus-label": {
    title: "A file carries another schema version than its entry says",
    message: ({ expected, found }) => `Expected the schema version ${expected}, found ${found}.`,
    why: "The expectations of the entry belong to the version it names.",
    fix: "Correct the entry or the file name.",
  },
  "corpus-relabelled": {
    title: "A relabelled file differs from the emitted one in more than its label",
    message: ({ emitted }) => `With the label ${emitted} put back, this is not the file that was emitted.`,
    why: "A relabelled file stands for a version that no release wrote: only its label may be made up.",
    fix: "Make it from the emitted file again, or call its provenance handmade.",
  },
  "corpus-verdict": {
    title: "A reader's verdict is not the expected one",
    message: ({ sdk, expected, found }) => `Expected ${expected} by ${sdk}, found ${found}.`,
    why: measured,
    fix: "Ask that release. If it still says what the manifest says, this is a bug of runstate: please report it.",
  },
  "corpus-outlook": {
    title: "The outlook of a resume is not the expected one",
    message: ({ sdk, expected, found }) => `Expected the resume in ${sdk} to be ${expected}, found ${found}.`,
    why: measured,
    fix: "Resume it in that release. If the manifest is right, this is a bug of runstate: please report it.",
  },
  "corpus-reader-unknown": {
    title: "The manifest expects something of a release that is not known here",
    message: ({ sdk }) => `${sdk} is no release that this version of runstate knows: its expectation was not checked.`,
    why: "Only known releases can be judged.",
    fix: "Correct the name, or update runstate.",
  },
  "corpus-secret-left": {
    title: "A migration would leave a secret of the corpus in the file",
    message: () => "A value that the corpus marks as secret is still there after a migration to the newest version.",
    why: "The SDK removes mount credentials when it reads and when it writes (0.20.0 and later).",
    fix: "This is a bug of runstate: please report it with the kind of place where the secret stands.",
  },
  "corpus-twice": {
    title: "Migrating twice is not the same as migrating once",
    message: () => "The migrated file would be changed again by the same migration.",
    why: "A migration that is not finished after one pass cannot be trusted.",
    fix: "This is a bug of runstate: please report it.",
  },
});
