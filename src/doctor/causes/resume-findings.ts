import { pointerOf } from "../../document/pointer.ts";
import { describeFinding } from "../../findings/describe.ts";
import type { Finding } from "../../findings/finding.ts";
import { currentAgent } from "../../outlook/program/agents.ts";
import { spanOfReleases } from "../../readers/span.ts";
import { type RuleName, rules } from "../../rules/index.ts";
import type { Confidence, Evidence, Suspect } from "../cause.ts";
import { factOf } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { outcomes } from "./outcomes.ts";

/** Left to the causes that know the session. */
const elsewhere: ReadonlySet<RuleName> = new Set([
  "pending-write-needs-session",
  "held-write-needs-session",
  "batch-output-without-call",
  "terminal-run",
  "response-call-unknown",
  "pending-write-beside-server-conversation",
  "user-context-needs-restoring",
]);

/** Of other releases: `findDisagreement` lays the releases side by side. */
const compared = new Set<RuleName>(["rejected-call-runs", "approved-call-rejected", "sticky-without-owner"]);

/** Findings of a rule that repairs are worked out for: each repair is tried on the whole document. */
const mostRepaired = 20;

interface Group {
  readonly rule: RuleName;
  readonly findings: Finding[];
  readonly pointers: Set<string>;
  readonly releases: string[];
}

/** What the reader, and other releases that load the file too, have against its resume. */
export function findResumeFindings(facts: Facts): Suspect[] {
  if (runOf(facts) === null) return [];
  const groups = new Map<string, Group>();
  const take = (release: string, finding: Finding, own: boolean) => {
    const pointer = pointerOf(finding.path);
    const key = `${finding.rule} ${own ? "" : pointer}`;
    const group = groups.get(key) ?? { rule: finding.rule, findings: [], pointers: new Set(), releases: [] };
    if (!group.pointers.has(pointer)) group.findings.push(finding);
    group.pointers.add(pointer);
    if (!own && group.releases.at(-1) !== release) group.releases.push(release);
    groups.set(key, group);
  };
  for (const finding of facts.judgement.findings) if (counts(finding)) take("", finding, true);
  const said = new Set([...groups.values()].map(({ rule }) => rule));
  for (const { reader, judgement } of facts.others) {
    if (judgement.verdict === "rejected") continue;
    for (const finding of judgement.findings)
      if (counts(finding) && !said.has(finding.rule) && !compared.has(finding.rule))
        take(reader.release, finding, false);
  }
  return [...groups.values()].map((group) => suspectOf(facts, group));
}

function counts({ rule }: Finding): boolean {
  return rules[rule].severity === "resume" && !elsewhere.has(rule);
}

function suspectOf(facts: Facts, { rule, findings, releases }: Group): Suspect {
  const { id, advice, repairs, places } = outcomes[rule] ?? { id: "data-dropped", advice: [] };
  const [first] = findings as [Finding];
  const { message, why, fix } = describeFinding(first, null);
  const others = releases.length === 0 ? "" : `With ${spanOfReleases(releases)}: `;
  return {
    id,
    confidence: releases.length > 0 ? "possible" : confidenceOf(facts, rule),
    summary: `${others}${message}`,
    evidence: withPlaces([
      ...findings.map((finding) => (finding === first ? { ...factOf(finding), fact: why } : factOf(finding))),
      ...(places?.(facts, findings) ?? []),
    ]),
    repairs:
      repairs === undefined || releases.length > 0
        ? []
        : findings.slice(0, mostRepaired).flatMap((finding) => repairs(facts, finding)),
    advice: [
      ...(outcomes[rule] === undefined ? [fix] : typeof advice === "function" ? advice(first) : advice),
      ...(repairs === undefined ? [] : leftOut(findings)),
    ],
  };
}

function leftOut({ length }: readonly Finding[]): string[] {
  if (length <= mostRepaired) return [];
  return [
    `Repairs are worked out for the first ${mostRepaired} of the ${length} places; more follow once those are made.`,
  ];
}

function confidenceOf({ agents, judgement, session }: Facts, rule: RuleName): Confidence {
  if (rules[rule].resume !== "depends") return "certain";
  // The program's agents have told of the guardrails; what is left is whether the resume has a Session.
  if (rule === "guarded-items-already-stored") return session === null ? "likely" : "certain";
  // The count is added to when the resume stores, and only then.
  if (rule === "stored-count-unusable" && session !== null) return "certain";
  if (rule !== "boundary-not-proven" || agents === null) return "possible";
  const run = judgement.reading?.run;
  const current = run === undefined ? undefined : currentAgent(agents, run);
  return current?.output_guardrails === true ? "certain" : "possible";
}

function withPlaces(evidence: readonly Evidence[]): Evidence[] {
  const first = new Map<string, Evidence>();
  for (const one of evidence) if (!first.has(one.pointer)) first.set(one.pointer, one);
  return [...first.values()];
}
