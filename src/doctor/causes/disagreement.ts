import { pointerOf } from "../../document/pointer.ts";
import { standingsOf } from "../../outlook/decisions/standing.ts";
import { releases } from "../../readers/releases.ts";
import type { RunReading } from "../../reading/reading.ts";
import type { Evidence, Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { named, spanOfReleases } from "../named.ts";

/** What a reader makes of the decisions: a phrase for each call, equal for readers that do the same. */
function verdictsOf(facts: Facts, run: RunReading): string[] {
  return standingsOf(facts.document, run).map(
    ({ call, counts }) =>
      `${call.callId ?? "a call without id"} ${counts === null ? "is asked again" : counts.verdict === "approved" ? "runs" : "is rejected"}`,
  );
}

/** Releases that load the file and go on differently from the same decisions. */
export function findDisagreement(facts: Facts): Suspect[] {
  const own = runOf(facts);
  if (own?.step?.type !== "next_step_interruption") return [];
  const groups: { phrase: string; verdicts: ReadonlySet<string>; releases: string[] }[] = [];
  const all = [...facts.others, { reader: facts.reader, judgement: facts.judgement }];
  const inOrder = all.toSorted((a, b) => releases.indexOf(a.reader) - releases.indexOf(b.reader));
  for (const { reader, judgement } of inOrder) {
    const run = judgement.reading?.run;
    if (judgement.verdict === "rejected" || run === undefined) continue;
    const verdicts = verdictsOf(facts, run);
    const phrase = verdicts.join(", ");
    const last = groups.at(-1);
    if (last?.phrase === phrase) last.releases.push(reader.release);
    else groups.push({ phrase, verdicts: new Set(verdicts), releases: [reader.release] });
  }
  if (new Set(groups.map(({ phrase }) => phrase)).size < 2) return [];
  // What they differ in comes first: of many calls the last ones are not named.
  const isDisputed = (verdict: string) => !groups.every(({ verdicts }) => verdicts.has(verdict));
  const told = groups.map(({ verdicts, releases }) => {
    const agreed = [...verdicts].filter((verdict) => !isDisputed(verdict));
    return `${spanOfReleases(releases)}: ${named([...[...verdicts].filter(isDisputed), ...agreed])}`;
  });
  const rejectedRuns = placesOf(facts);
  return [
    {
      id: "readers-disagree",
      confidence: "likely",
      summary: `Releases read the decisions on record differently. ${told.join("; ")}.`,
      evidence: rejectedRuns,
      repairs: [],
      advice: [
        ...(rejectedRuns.some(({ fact }) => fact.includes(danger))
          ? ["Do not resume this file with those older releases."]
          : []),
        "Resume with the release whose reading is meant, or clear the decisions and decide each call anew with the release that resumes.",
      ],
    },
  ];
}

const danger = "older releases run it all the same, with its side effects";

/** The records that the releases disagree on. */
function placesOf(facts: Facts): Evidence[] {
  const places = new Map<string, Evidence>();
  const running = runningElsewhere(facts);
  for (const { judgement } of [...facts.others, { judgement: facts.judgement }]) {
    const run = judgement.reading?.run;
    if (judgement.verdict === "rejected" || run === undefined) continue;
    for (const { counts, objections } of standingsOf(facts.document, run)) {
      for (const { verdict, path, callId } of [
        ...objections.map(({ decision }) => decision),
        ...(counts === null ? [] : [counts]),
      ]) {
        const pointer = pointerOf(path);
        const whom = callId === null ? "all calls of its tool" : callId;
        const isRun = verdict === "rejected" && callId !== null && running.has(callId);
        places.set(pointer, at(pointer, `${verdict} for ${whom}${isRun ? `: ${danger}` : ""}`));
      }
    }
  }
  return [...places.values()];
}

/** Ids of the calls that another release runs. */
function runningElsewhere(facts: Facts): ReadonlySet<string> {
  const running = new Set<string>();
  for (const { judgement } of facts.others) {
    const run = judgement.reading?.run;
    if (judgement.verdict === "rejected" || run === undefined) continue;
    for (const { call, counts } of standingsOf(facts.document, run)) {
      if (call.callId !== null && counts?.verdict === "approved") running.add(call.callId);
    }
  }
  return running;
}
