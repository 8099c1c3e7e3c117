import { appendAll } from "./append-all.ts";
import type { Document } from "./document/document.ts";
import { type Family, familyOf } from "./document/family.ts";
import { isObject, type JsonObject, type Path } from "./document/json.ts";
import { versionLabel } from "./document/label.ts";
import { pointerOf } from "./document/pointer.ts";
import { repeatedKeys } from "./document/repeated-keys.ts";
import type { TextFault } from "./document/text-fault.ts";
import { pathToMember } from "./document/value-at.ts";
import { suggestAt } from "./document/wrapper.ts";
import { type Finding, type FindingArgs, noArgs, resumeOf } from "./findings/finding.ts";
import { kindOf } from "./findings/kind-of.ts";
import { outlookFindings } from "./outlook/outlook.ts";
import type { Agents } from "./outlook/program/agents.ts";
import { noRequirements, type Requirements, requirementsOf } from "./outlook/program/requirements.ts";
import type { Version } from "./readers/range.ts";
import type { Reader } from "./readers/releases.ts";
import { judgeLabel } from "./reading/label.ts";
import { nestedRuns } from "./reading/nested-runs.ts";
import { readCheckpoint } from "./reading/read.ts";
import type { Reading, RunReading } from "./reading/reading.ts";
import { isSecret, type RuleName, rules } from "./rules/index.ts";
import { type Outlook, outlooks } from "./rules/rule.ts";

export interface JudgeOptions {
  readonly reader: Reader;
  /** Only the verdict counts: no outlook, no requirements. */
  readonly loadOnly?: boolean;
  /** The program's agents, which turn requirements into findings. */
  readonly agents?: Agents | undefined;
  /** Judge the document as if it carried this label. */
  readonly relabel?: Version;
  /** Tell of e-mail addresses too. */
  readonly personal?: boolean;
  /** Pointers of secrets that stand there on purpose; everything below them is allowed too. */
  readonly allow?: readonly string[] | undefined;
}

export type Verdict = "accepted" | "rejected";

/** What one reader says about one document. `resume` is null when rejected or under `loadOnly`. */
export interface Judgement {
  readonly family: Family | null;
  /** Null too when what stands there is no version. */
  readonly schemaVersion: string | null;
  readonly verdict: Verdict;
  readonly resume: Outlook | null;
  readonly findings: readonly Finding[];
  readonly requirements: Requirements;
  /** Null when the document did not get as far as being read. */
  readonly reading: Reading | null;
}

/** The judgement in two words. */
export type Standing = Pick<Judgement, "verdict" | "resume">;

export function standingOf({ verdict, resume }: Judgement): Standing {
  return { verdict, resume };
}

/** Would this release load the document, given the most fitting agents, and what would the resume make of it? */
export function judge(document: Document, options: JudgeOptions): Judgement {
  const family = familyOf(document.value);
  const state = document.value;
  if (!isObject(state) || family === null) return rejected(family, null, notACheckpoint(document));
  const stated = versionLabel(state.$schemaVersion);
  if (family === "javascript")
    return rejected(family, stated, finding("javascript-checkpoint", [], { label: stated ?? "" }));
  const labelled = options.relabel === undefined ? state : { ...state, $schemaVersion: options.relabel };
  const fault = judgeLabel(labelled, options.reader);
  if (fault !== null) {
    return rejected(family, stated, finding(fault.rule, pathToMember(state, [], "$schemaVersion"), fault.args));
  }
  return read(document, labelled, stated, options);
}

/** The judgement of a text that is no JSON document at all. */
export function judgeFault(fault: TextFault): Judgement {
  return rejected(null, null, finding(fault.rule, [], fault.args as FindingArgs));
}

function read(document: Document, state: JsonObject, stated: string | null, options: JudgeOptions): Judgement {
  const reading = readCheckpoint(document, state, options.reader, state.$schemaVersion as Version);
  const findings = [...loadFindings(reading.run), ...repeated(document)];
  if (reading.run.rejected || options.loadOnly === true) {
    const verdict = reading.run.rejected ? "rejected" : "accepted";
    return {
      family: "python",
      schemaVersion: stated,
      verdict,
      resume: null,
      findings,
      requirements: noRequirements,
      reading,
    };
  }
  appendAll(findings, outlookFindings(reading, options));
  // Written out: a spread here costs a run over many files one part in twenty.
  return {
    family: "python",
    schemaVersion: stated,
    verdict: "accepted",
    resume: worstOutlook(findings),
    findings: allowed(oncePerPlace(findings), options.allow),
    requirements: requirementsOf(reading),
    reading,
  };
}

/** Findings of a level and of the nested runs that it loads, in the reader's order: a run that it drops has said why already. */
function loadFindings(run: RunReading): Finding[] {
  const findings = [...run.findings];
  for (const nested of nestedRuns(run)) appendAll(findings, loadFindings(nested));
  return findings;
}

function repeated(document: Document): Finding[] {
  return repeatedKeys(document).map(({ path }) => finding("repeated-key", path));
}

function worstOutlook(findings: readonly Finding[]): Outlook {
  if (findings.length === 0) return "ok";
  let worst = 0;
  for (const finding of findings) worst = Math.max(worst, outlooks.indexOf(resumeOf(finding) ?? "ok"));
  return outlooks[worst] ?? "ok";
}

/** One cause, one finding: what a warning says of a place, the outlook says better. */
function oncePerPlace(findings: Finding[]): Finding[] {
  if (findings.length < 2) return findings;
  const said = new Set<string>();
  for (const { rule, path } of findings) if (rules[rule].severity === "resume") said.add(pointerOf(path));
  if (said.size === 0) return findings;
  return findings.filter(({ rule, path }) => rules[rule].severity !== "warning" || !said.has(pointerOf(path)));
}

function allowed(findings: Finding[], allow: readonly string[] = []): Finding[] {
  if (allow.length === 0) return findings;
  return findings.filter((finding) => {
    if (!isSecret(finding)) return true;
    const pointer = pointerOf(finding.path);
    return !allow.some((allowedAt) => pointer === allowedAt || pointer.startsWith(`${allowedAt}/`));
  });
}

function notACheckpoint(document: Document): Finding {
  const { value, inside } = document;
  const found = kindOf(value);
  const within = suggestAt(value);
  if (within === undefined) return finding("not-a-checkpoint", [], { found });
  const at = (inside?.pointer ?? "") + within;
  return finding("not-a-checkpoint", [], { found, at, ...(inside?.decoded === true ? { twice: true } : {}) });
}

function finding(rule: RuleName, path: Path, args: FindingArgs = noArgs): Finding {
  return { rule, path, args };
}

function rejected(family: Family | null, schemaVersion: string | null, cause: Finding): Judgement {
  const requirements = noRequirements;
  return { family, schemaVersion, verdict: "rejected", resume: null, findings: [cause], requirements, reading: null };
}
