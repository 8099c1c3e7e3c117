import { exits, faults } from "../settle/options.ts";
import {
  inputOptions,
  judgingOptions,
  type OptionRow,
  outputOptions,
  reportFormats,
  sessionOptions,
  tableOption,
  type WordList,
} from "./options.ts";

/** In commander's notation, and what is given there. */
type Operand = readonly [notation: string, text: string];

/** A command as the command line shows it. The code is `src/commands/MODULE.ts`, loaded when the command runs. */
export interface CommandRow {
  readonly name: string;
  readonly operands: readonly Operand[];
  readonly summary: string;
  readonly options: readonly OptionRow[];
  /** What exit code 1 says; absent: the command never ends so. */
  readonly refuses?: string;
  /** Shown by `--help` and run by tests, in a folder with `checkpoint.json`, `session.json`, `checkpoints/`, `states.ndjson`. */
  readonly examples: readonly string[];
  /** Absent: named like the command. */
  readonly module?: string;
  readonly children?: readonly CommandRow[];
  /** The operands are words of this list and no files. */
  readonly words?: WordList;
}

const { format, output, quiet, noColor, html, showValues, maxFindings, strict } = outputOptions;
const { sdk, agents, allow, loadOnly } = judgingOptions;
const { ignore, ndjson, jobs, at } = inputOptions;
const printed: readonly OptionRow[] = [format, output, quiet, noColor];

const inputs: Operand = ["[paths...]", "files, folders, patterns in quotes; - or nothing: standard input"];
const input: Operand = ["[path]", "a checkpoint; - or nothing: standard input"];

const validate: CommandRow = {
  name: "validate",
  operands: [inputs],
  summary: "would this SDK release load the checkpoint, and how would the resume go?",
  options: [
    { ...sdk, text: "the reader: a release of openai-agents (default: the newest), draft-1.18, or all" },
    ...[agents, loadOnly],
    {
      flags: "--relabel <labels>",
      text: "judge it as if it carried these labels (all, or 1.17,1.18); never written",
      words: "versions",
    },
    ...[
      allow,
      strict,
      { flags: "--baseline <file>", text: "an earlier --format json report: what it lists is no news" },
      { flags: "--expect-sdk-from <file>", text: "take the release from a requirements, lock or pyproject file" },
      { flags: "--live <python>", text: "ask the SDK of this interpreter's environment too; exit 1 when it disagrees" },
    ],
    ...[at, ndjson, jobs, ignore, reportFormats, output, quiet, noColor, showValues, maxFindings],
  ],
  refuses:
    "a document is rejected, or its resume fails or is unsafe (with --strict also warnings, with --load-only only the verdict counts), or the SDK of --live disagrees",
  examples: [
    "runstate validate checkpoint.json",
    "runstate validate --sdk all checkpoint.json",
    "runstate validate --format jsonl --load-only checkpoints/",
    "runstate validate --ndjson --format jsonl - < states.ndjson",
  ],
};

const inspect: CommandRow = {
  name: "inspect",
  operands: [input],
  summary: "what this checkpoint is, what it waits for, what it needs, what it holds",
  options: [sdk, agents, allow, strict, at, ...printed, html, showValues, maxFindings],
  refuses: "this release rejects the checkpoint (with --strict also warnings)",
  examples: [
    "runstate inspect checkpoint.json",
    "runstate inspect --format json checkpoint.json",
    "runstate inspect --html page.html checkpoint.json",
  ],
};

const migrate: CommandRow = {
  name: "migrate",
  operands: [inputs],
  summary: "carry checkpoints to another schema version, up or down, keeping their meaning",
  options: [
    { flags: "--to <version>", text: "the label to write", words: "versions" },
    { flags: "--for-sdk <release>", text: "the label that this release writes", words: "releases" },
    { flags: "--write", text: "rewrite the files in place" },
    { flags: "--backup", text: "with --write: keep the old file as NAME.bak" },
    { flags: "--out-dir <dir>", text: "write into this folder, keeping the tree" },
    { flags: "--force", text: "with --out-dir: over files of other content too" },
    { flags: "--dry-run", text: "plan and report, write nothing" },
    { flags: "--diff", text: "print the edits as a diff, write nothing" },
    { flags: "--check", text: "exit 1 when something would change" },
    { flags: "--report <file>", text: "one JSON object per input, with its edits and findings" },
    { flags: "--allow-loss <rule>", text: "take this unsafe loss on (repeatable)", kind: "list", words: "losses" },
    { flags: "--assume <fact>", text: "what only an operator can know, e.g. max-turns=50 (repeatable)", kind: "list" },
    { flags: "--keep-dropped <file>", text: "keep what is dropped, for --restore (mode 0600)" },
    { flags: "--restore <file>", text: "put back what an earlier --keep-dropped kept" },
    { flags: "--keep-going <what>", text: "with --ndjson: pass refused lines through", choices: ["copy"] },
    { ...jobs, text: "with --ndjson: threads to work with (default 1, at most 64)" },
    ...[at, ndjson, ignore, strict, format, output, quiet, noColor, showValues, maxFindings],
  ],
  refuses:
    "a migration is refused, a document is invalid, or --check finds something to change (with --strict also warnings)",
  examples: [
    "runstate migrate --to 1.21 checkpoint.json",
    "runstate migrate --for-sdk 0.23.1 --dry-run --report report.ndjson checkpoints/",
    "runstate migrate --to 1.21 --write --backup checkpoints/",
  ],
};

const settle: CommandRow = {
  name: "settle",
  operands: [input],
  summary: "what a resume would write to the session, step by step; nothing is written",
  options: [
    ...sessionOptions,
    { flags: "--decide <decisions>", text: "approve, reject, none, or CALL_ID=approve|reject|pause,…" },
    { flags: "--then <what>", text: "what the resume does next", choices: exits },
    { flags: "--gate <state>", text: "output guardrails with a deferring tool use", choices: ["on", "off"] },
    { flags: "--filter-drops <ids>", text: "calls that a handoff's input filter drops, or all" },
    {
      flags: "--fault <when>",
      text: "the store raises: at the append (before or after storing), or at the read before it",
      choices: faults,
    },
    { flags: "--tool-output <output>", text: "CALL_ID=TEXT: what a call returns (repeatable)", kind: "list" },
    ...[sdk, agents, strict, at, ...printed, html, showValues],
  ],
  refuses: "the resume raises, or breaks the pairing of the session (with --strict also a warning about the session)",
  examples: [
    "runstate settle checkpoint.json --session session.json",
    "runstate settle checkpoint.json --session session.json --decide approve --then final --format json",
    "runstate settle checkpoint.json --session session.json --html page.html",
  ],
};

const doctor: CommandRow = {
  name: "doctor",
  operands: [input],
  summary: "why does this run not resume? causes with evidence, and repairs",
  options: [
    ...sessionOptions,
    { flags: "--error <text>", text: "the error the SDK raised" },
    { flags: "--apply <repair>", text: "write the repaired checkpoint (with --out)" },
    { flags: "--out <file>", text: "where --apply writes" },
    { flags: "--write", text: "with --apply: replace the original" },
    { flags: "--assume <fact>", text: "what the file does not prove, e.g. owner=AGENT (repeatable)", kind: "list" },
    ...[sdk, agents, strict, at, ...printed, showValues],
  ],
  refuses: "this release rejects the checkpoint (with --strict also warnings)",
  examples: [
    "runstate doctor checkpoint.json --session session.json",
    "runstate doctor --error 'No tool output found for function call call_1'",
  ],
};

const corpus: CommandRow = {
  name: "corpus",
  operands: [],
  summary: "a folder of checkpoints against its manifest",
  options: [],
  examples: ["runstate corpus check checkpoints/", "runstate corpus add checkpoint.json --dir checkpoints/"],
  children: [
    {
      name: "check",
      operands: [["[dir]", "the folder (default: corpus)"]],
      module: "corpus-check",
      summary: "check every file of the folder against its manifest",
      options: [strict, reportFormats, output, quiet, noColor, maxFindings],
      refuses: "an expectation is missed (with --strict also warnings)",
      examples: ["runstate corpus check checkpoints/", "runstate corpus check --format json checkpoints/"],
    },
    {
      name: "plan",
      operands: [["[paths...]", "files, folders, patterns in quotes, or - (default: corpus)"]],
      module: "corpus-plan",
      summary: "what another SDK release, newer or older, will make of this folder",
      options: [
        { flags: "--from-sdk <release>", text: "the release that runs today", words: "releases" },
        { flags: "--to-sdk <release>", text: "the release to move to, or back to", words: "releases" },
        ...[agents, loadOnly, strict, at, ndjson, ignore, ...printed],
      ],
      refuses:
        "after the move a file is refused, or its resume fails or is unsafe (with --strict also when something is lost or asked again)",
      examples: [
        "runstate corpus plan --from-sdk 0.22.3 --to-sdk 0.24.0 checkpoints/",
        "runstate corpus plan --from-sdk 0.24.0 --to-sdk 0.22.3 --format json checkpoints/",
      ],
    },
    {
      name: "add",
      operands: [["<file>", "the checkpoint"]],
      module: "corpus-add",
      summary: "copy a checkpoint into the folder and enter it into the manifest",
      options: [
        { flags: "--dir <dir>", text: "the corpus (default: corpus)" },
        { flags: "--as <path>", text: "its place in the corpus, e.g. features/1.21-held.json" },
        { flags: "--shows <text>", text: "what the file shows" },
        { flags: "--provenance <kind>", text: "where it comes from", choices: ["written", "handmade"] },
        { flags: "--writer <release>", text: "the SDK release that wrote it", words: "releases" },
        ...printed,
      ],
      examples: [
        "runstate corpus add checkpoint.json --dir checkpoints/",
        "runstate corpus add checkpoint.json --dir checkpoints/ --shows 'a pending approval' --provenance written",
      ],
    },
  ],
};

const versions: CommandRow = {
  name: "versions",
  operands: [["[range]", "a version, or two with .. between"]],
  words: "versions",
  summary: "the schema versions: what each brought, who writes and reads it",
  options: printed,
  examples: ["runstate versions", "runstate versions 1.21", "runstate versions 1.15..1.18"],
};

const explain: CommandRow = {
  name: "explain",
  operands: [["[name]", "as a report prints it; nothing: the list"]],
  words: "names",
  summary: "one rule, row of settle or cause of doctor in full, or the list",
  options: printed,
  examples: ["runstate explain", "runstate explain not-a-checkpoint", "runstate explain O4"],
};

const schema: CommandRow = {
  name: "schema",
  operands: [["<version>", "such as 1.21"]],
  words: "versions",
  summary: "the JSON Schema of a version",
  options: [output, quiet, noColor],
  examples: ["runstate schema 1.21", "runstate schema 1.21 --output schema.json"],
};

const redact: CommandRow = {
  name: "redact",
  operands: [input],
  summary: "same shape, same verdict, values masked: safe to attach to a bug report",
  options: [
    { flags: "--keep <pointer>", text: "leave the value at this JSON pointer as it is (repeatable)", kind: "list" },
    { flags: "--map <file>", text: "masks agree over all files redacted with this map (made when missing, mode 0600)" },
    {
      flags: "--session <source>",
      text: "the session, whose digests the checkpoint may hold: items.json, sqlite:FILE[#SESSION_ID]",
    },
    tableOption,
    { flags: "--report", text: "list on standard error what was replaced, by pointer" },
    { ...format, text: "how to print the report", choices: ["text", "json"] },
    ...[at, sdk, quiet, noColor, output],
  ],
  refuses: "the text is no JSON, or this release says something else of the copy",
  examples: [
    "runstate redact checkpoint.json --output masked.json",
    "runstate redact checkpoint.json --report --keep /original_input",
    "runstate redact session.json --map mine.key",
    "runstate redact checkpoint.json --map mine.key --session session.json",
  ],
};

const diff: CommandRow = {
  name: "diff",
  operands: [
    ["<a>", "the earlier one"],
    ["<b>", "the later one"],
  ],
  summary: "what differs between two checkpoints, in the run's terms",
  options: [{ flags: "--exit-code", text: "exit 1 when they differ" }, at, sdk, ...printed, showValues],
  refuses: "one of them is no JSON; with --exit-code also when they differ",
  examples: ["runstate diff checkpoint.json earlier.json", "runstate diff --exit-code checkpoint.json checkpoint.json"],
};

const completion: CommandRow = {
  name: "completion",
  operands: [["<shell>", "bash, zsh or fish"]],
  words: "shells",
  summary: "a completion script for bash, zsh or fish",
  options: [output, quiet, noColor],
  examples: ["runstate completion bash", "runstate completion zsh > _runstate"],
};

export const commandRows: readonly CommandRow[] = [
  ...[validate, inspect, migrate, settle, doctor, corpus],
  ...[versions, explain, schema, redact, diff, completion],
];
