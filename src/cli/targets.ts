import { identityOf, identityOfStandard } from "../document/files/identity.ts";
import { UsageError } from "../errors.ts";
import { filesOfSource } from "../session/source-files.ts";

/** Options that name a file to write. A page of `--html` is never put over anything but a page. */
const written = { output: "--output", report: "--report", keepDropped: "--keep-dropped", out: "--out" } as const;

/** Options that name a file to read, or one to read and to make. */
const read = {
  session: "--session",
  agents: "--agents",
  baseline: "--baseline",
  expectSdkFrom: "--expect-sdk-from",
  map: "--map",
  restore: "--restore",
} as const;

const made = { ...written, map: read.map };
const folders = { outDir: "--out-dir", dir: "--dir" };

type Options = Readonly<Record<string, unknown>>;
type Written = keyof typeof written;

interface Named {
  readonly file: string;
  /** As it stands in a sentence. */
  readonly words: string;
}

/** The files that a command line tells to write, for walks to leave out. Throws UsageError, before anything is read or written, when
 * one of them is a file that the run reads, or two are one. `files` are the operands that name files. */
export function checkTargets(files: readonly string[], options: Options): readonly string[] {
  const targets = (Object.keys(written) as Written[]).filter((key) => typeof options[key] === "string");
  refuseEmpty(options);
  refuseStandard(options);
  refuseLost(options);
  const { html } = options;
  const pages = typeof html === "string" && html !== "-" ? [html] : [];
  if (targets.length === 0) return pages;
  const seen = new Map<string, string>();
  for (const { file, words } of readBy(options)) note(seen, file, words);
  const inputs = new Map(seen);
  for (const file of files.length === 0 ? ["-"] : files) note(inputs, file, "the input");
  for (const key of targets) {
    const file = options[key] as string;
    if (file === "-") continue;
    const identity = identityOf(file);
    if (identity === undefined) continue;
    // `doctor --out` may name the original: `--write` is asked for then.
    const clash = (key === "out" ? seen : inputs).get(identity);
    if (clash !== undefined) throw refusal(key, file, clash, options);
    for (const map of [seen, inputs]) map.set(identity, `the file of ${written[key]}`);
  }
  return [...targets.filter((key) => key !== "out").map((key) => options[key] as string), ...pages];
}

function refusal(key: Written, file: string, clash: string, options: Options): UsageError {
  const isMigrate = (options.to ?? options.forSdk) !== undefined && options.ndjson !== true;
  const isInPlace = isMigrate && key === "output" && clash === "the input";
  const way = `name another file${isInPlace ? ", or rewrite it in place with --write" : ""}`;
  return new UsageError(`${written[key]} ${file} would write over ${clash}; ${way}`);
}

function note(seen: Map<string, string>, file: string, words: string): void {
  const identity = file === "-" ? identityOfStandard(0) : identityOf(file);
  if (identity !== undefined && !seen.has(identity)) seen.set(identity, words);
}

function readBy(options: Options): Named[] {
  const named: Named[] = [];
  for (const [key, flag] of Object.entries(read)) {
    const value = options[key];
    if (typeof value !== "string") continue;
    const files = key === "session" ? filesOfSource(value) : [value];
    for (const file of files) named.push({ file, words: `the file of ${flag}` });
  }
  return named;
}

/** As an empty variable of a script gives it: for the system it would be the folder one stands in, or nothing at all. */
function refuseEmpty(options: Options): void {
  const files = Object.entries({ ...written, ...read, html: "--html" }).map(([key, flag]) => [key, flag, "a file"]);
  const others = Object.entries(folders).map(([key, flag]) => [key, flag, "a folder"]);
  for (const [key = "", flag, what] of [...files, ...others, ["ignore", "--ignore", "a pattern"]]) {
    const value = options[key];
    if (value === "" || (value === "sqlite:" && key === "session") || (Array.isArray(value) && value.includes("")))
      throw new UsageError(`${flag} is empty: name ${what}`, key);
  }
}

/** Bytes of an argument that are no UTF-8 come here as a character of its own: the file would be made under another name. */
function refuseLost(options: Options): void {
  for (const [key, flag] of Object.entries({ ...made, ...folders, html: "--html", as: "--as" })) {
    const value = options[key];
    if (typeof value === "string" && value.includes("\ufffd"))
      throw new UsageError(`${flag} ${value} cannot be made: the name holds bytes that are no UTF-8; choose another`);
  }
}

/** Only results go to standard output: the others would make a file of that name. */
function refuseStandard(options: Options): void {
  for (const [key, flag] of Object.entries({ ...made, outDir: folders.outDir })) {
    if (key === "output" || options[key] !== "-") continue;
    const way = key === "report" ? "; --dry-run --format jsonl prints the same lines there" : "; name a file";
    throw new UsageError(`${flag} does not write to standard output${way}`);
  }
}
