import { appendAll } from "./append-all.ts";
import { atOnce } from "./at-once.ts";
import type { Document } from "./document/document.ts";
import { type Family, familyOf } from "./document/family.ts";
import { foreignValueOf } from "./document/foreign-value.ts";
import { isObject, type Path } from "./document/json.ts";
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
import { readCheckpoints, type Unread } from "./reading/read.ts";
import type { Reading, RunReading } from "./reading/reading.ts";
import { nestedRuns } from "./reading/run/nested-runs.ts";
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
  return judgeEach([document], options)[0] as Judgement;
}

/** The same of several documents, in rounds: all are read, then the outlooks of all are taken, part by part. A processor has no room for the code of
 * everything; with the code of one part at hand, small checkpoints take a third less. */
export function judgeEach(documents: readonly Document[], options: JudgeOptions): Judgement[] {
  const begun = documents.map((document) => begin(document, options));
  const loaded = atOnce(begun, isUnread, (unread) => {
    const readings = readCheckpoints(unread, options.reader);
    return unread.map((one, at) => loadedOf(one, readings[at] as Reading));
  });
  return options.loadOnly === true ? loaded : withOutlooks(loaded, options);
}

/** What is left to be read, with the label that it states. */
interface Begun extends Unread {
  readonly stated: string | null;
}

function isUnread(one: Judgement | Begun): one is Begun {
  return "document" in one;
}

/** The judgement of what no reader reads. */
function begin(document: Document, options: JudgeOptions): Judgement | Begun {
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
  return { document, state: labelled, label: labelled.$schemaVersion as Version, stated };
}

/** The judgement of a text that is no JSON document at all. */
export function judgeFault(fault: TextFault): Judgement {
  return rejected(null, null, findingOfFault(fault));
}

export function findingOfFault({ rule, args }: TextFault): Finding {
  return finding(rule, [], args);
}

function loadedOf({ document, stated }: Begun, reading: Reading): Judgement {
  return {
    family: "python",
    schemaVersion: stated,
    verdict: reading.run.rejected ? "rejected" : "accepted",
    resume: null,
    findings: [...loadFindings(reading.run), ...repeated(document)],
    requirements: noRequirements,
    reading,
  };
}

/** With the outlooks of those that are accepted. */
function withOutlooks(loaded: readonly Judgement[], options: JudgeOptions): Judgement[] {
  return atOnce(loaded, isAccepted, (accepted) => {
    const readings = accepted.map(({ reading }) => reading);
    const outlooks = outlookFindings(readings, options);
    const requirements = readings.map(requirementsOf);
    return accepted.map(({ family, schemaVersion, verdict, findings: told, reading }, at) => {
      const findings = [...told, ...(outlooks[at] as Finding[])];
      // Written out: a spread here costs a run over many files one part in twenty.
      return {
        family,
        schemaVersion,
        verdict,
        resume: worstOutlook(findings),
        findings: allowed(oncePerPlace(findings), options.allow),
        requirements: requirements[at] as Requirements,
        reading,
      };
    });
  });
}

function isAccepted(judgement: Judgement): judgement is Judgement & { readonly reading: Reading } {
  return judgement.verdict === "accepted" && judgement.reading !== null;
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
  if (within === undefined) {
    const kind = foreignValueOf(value)?.kind;
    return finding("not-a-checkpoint", [], { found, ...(kind && { kind }) });
  }
  const at = (inside?.pointer ?? "") + within.pointer;
  const twice = inside?.decoded === true;
  const { isBase64 } = within;
  return finding("not-a-checkpoint", [], {
    found,
    at,
    ...(twice ? { twice } : {}),
    ...(isBase64 ? { isBase64 } : {}),
  });
}

function finding(rule: RuleName, path: Path, args: FindingArgs = noArgs): Finding {
  return { rule, path, args };
}

function rejected(family: Family | null, schemaVersion: string | null, cause: Finding): Judgement {
  const requirements = noRequirements;
  return { family, schemaVersion, verdict: "rejected", resume: null, findings: [cause], requirements, reading: null };
}
