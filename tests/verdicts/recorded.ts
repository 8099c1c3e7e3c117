import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseDocument } from "../../src/document/parse.ts";
import { pointerOf } from "../../src/document/pointer.ts";
import { judge, judgeFault } from "../../src/judge.ts";
import { findReader } from "../../src/readers/releases.ts";
import { rules } from "../../src/rules/index.ts";

/** Verdicts of real readers by release: true when it loads the document given the most fitting agents. Rejections that hang on the
 * agents were left out. */
export type Verdicts = Readonly<Record<string, boolean>>;

const folder = join(import.meta.dirname, "../vectors/verdicts");

export function readText(name: string): string {
  const bytes = readFileSync(join(folder, name));
  return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

export function readRows<Row>(name: string): Row[] {
  return readText(name)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
}

export interface Answer {
  readonly accepted: boolean;
  /** Pointers of the error findings. */
  readonly errors: readonly string[];
}

type Parsed = ReturnType<typeof parseDocument>;

export function ask(release: string, text: string): Answer {
  return answerOf(release, parseDocument(text));
}

function answerOf(release: string, parsed: Parsed): Answer {
  const reader = findReader(release);
  if (reader === undefined) throw new Error(`no reader ${release}`);
  const { verdict, findings } =
    "document" in parsed ? judge(parsed.document, { reader, loadOnly: true }) : judgeFault(parsed.fault);
  const errors = findings.filter(({ rule }) => rules[rule].severity === "error").map(({ path }) => pointerOf(path));
  return { accepted: verdict === "accepted", errors };
}

export interface Asked {
  readonly text: string;
  readonly kind: string;
  readonly verdicts: Verdicts;
}

/** What differs, a line each: "0.24.0 null at /current_turn: the reader rejects". */
export function disagreements(cases: Iterable<Asked>): string[] {
  const wrong: string[] = [];
  for (const { text, kind, verdicts } of cases) {
    const parsed = parseDocument(text);
    for (const [release, loads] of Object.entries(verdicts)) {
      if (answerOf(release, parsed).accepted !== loads)
        wrong.push(`${release} ${kind}: the reader ${loads ? "accepts" : "rejects"}`);
    }
  }
  return wrong;
}
