import { sessionKinds } from "../settle/options.ts";

/** One option as data. `list` collects repeated values, `count` is a number from 0, `positive` one from 1. */
export interface OptionRow {
  readonly flags: string;
  readonly text: string;
  readonly kind?: "list" | "count" | "positive";
  /** Of a `positive`: no number above it. */
  readonly most?: number;
  readonly choices?: readonly string[];
  /** What its value is one of, when that is more than help can list. */
  readonly words?: WordList;
}

/** Words that a shell can offer: schema versions, releases of the SDK, unsafe losses of a migration, what `explain` knows, shells. */
export type WordList = "versions" | "releases" | "losses" | "names" | "shells";

const plainFormats = ["text", "json", "jsonl"] as const;

export const outputOptions = {
  format: { flags: "--format <format>", text: "how to print results", choices: plainFormats },
  output: { flags: "--output <file>", text: "write results to this file instead of standard output" },
  quiet: { flags: "--quiet", text: "only what is wrong" },
  noColor: { flags: "--no-color", text: "no colours (also: NO_COLOR, FORCE_COLOR)" },
  html: { flags: "--html <file>", text: "draw it: one page to open in a browser, instead of a report (- is stdout)" },
  showValues: { flags: "--show-values", text: "print values of the document (prompts, tokens, personal data)" },
  maxFindings: { flags: "--max-findings <n>", text: "print at most n findings per checkpoint", kind: "count" },
  strict: { flags: "--strict", text: "warnings count too: exit 1" },
} as const satisfies Record<string, OptionRow>;

/** `--format` of the commands that judge many files. */
export const reportFormats: OptionRow = {
  ...outputOptions.format,
  choices: [...plainFormats, "sarif", "junit", "github"],
};

export const judgingOptions = {
  sdk: {
    flags: "--sdk <release>",
    text: "the reader: a release of openai-agents (default: the newest), or draft-1.18",
    words: "releases",
  },
  agents: { flags: "--agents <file>", text: "the agents of your program; turns requirements into findings" },
  allow: { flags: "--allow <pointer>", text: "a secret that stands there on purpose (repeatable)", kind: "list" },
  loadOnly: { flags: "--load-only", text: "only ask whether it loads, not how a resume goes" },
} as const satisfies Record<string, OptionRow>;

export const inputOptions = {
  ignore: { flags: "--ignore <glob>", text: "leave these out of folders and globs (repeatable)", kind: "list" },
  ndjson: { flags: "--ndjson", text: "each line of the input is one checkpoint" },
  jobs: {
    flags: "--jobs <n>",
    text: "threads to work with, for many checkpoints (default 1, at most 64)",
    kind: "positive",
    // A typing error must not start a thousand of them.
    most: 64,
  },
  at: { flags: "--at <pointer>", text: "the checkpoint stands at this JSON pointer inside a wrapper" },
} as const satisfies Record<string, OptionRow>;

export const tableOption: OptionRow = { flags: "--table <name>", text: "messages table of the SQLite database" };

/** What a resume meets: shared by settle and doctor. */
export const sessionOptions: readonly OptionRow[] = [
  { flags: "--session <source>", text: "items.json, -, sqlite:FILE[#SESSION_ID], or none" },
  { flags: "--session-kind <kind>", text: "what the session is", choices: sessionKinds },
  { flags: "--session-limit <n>", text: "the session's own limit of items", kind: "count" },
  tableOption,
];
