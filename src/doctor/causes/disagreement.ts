import type { Document } from "../../document/document.ts";
import { pointerOf } from "../../document/pointer.ts";
import { named } from "../../named.ts";
import { type Standing, standingsOf } from "../../outlook/decisions/standing.ts";
import { releases } from "../../readers/releases.ts";
import { spanOfReleases } from "../../readers/span.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import type { Evidence, Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { type Facts, type OtherReader, runOf } from "../facts.ts";

/** A release that loads the file, and what it makes of the decisions on the calls that wait. */
interface Opinion extends Pick<OtherReader, "reader"> {
  readonly standings: readonly Standing[];
}

function opinionOf(document: Document, { reader, judgement: { verdict, reading } }: OtherReader): Opinion[] {
  return verdict === "rejected" || reading === null ? [] : [{ reader, standings: standingsOf(document, reading.run) }];
}

/** Releases in a row that do the same: what they do with each call, and all of it in one phrase. */
interface Group {
  readonly phrase: string;
  readonly verdicts: ReadonlySet<string>;
  readonly releases: string[];
}

function groupsOf(opinions: readonly Opinion[]): Group[] {
  const groups: Group[] = [];
  for (const { reader, standings } of opinions) {
    const verdicts = standings.map(verdictOf);
    const phrase = verdicts.join(", ");
    const last = groups.at(-1);
    if (last?.phrase === phrase) last.releases.push(reader.release);
    else groups.push({ phrase, verdicts: new Set(verdicts), releases: [reader.release] });
  }
  return groups;
}

function verdictOf({ call, counts }: Standing): string {
  const becomes = counts === null ? "is asked again" : counts.verdict === "approved" ? "runs" : "is rejected";
  return `${call.callId ?? "a call without id"} ${becomes}`;
}

/** Releases that load the file and go on differently from the same decisions. */
export function findDisagreement(facts: Facts): Suspect[] {
  if (!isInterrupted(runOf(facts))) return [];
  const others = facts.others.flatMap((other) => opinionOf(facts.document, other));
  const all = [...others, ...opinionOf(facts.document, facts)];
  const groups = groupsOf(all.toSorted((a, b) => releases.indexOf(a.reader) - releases.indexOf(b.reader)));
  if (new Set(groups.map(({ phrase }) => phrase)).size < 2) return [];
  // What they differ in comes first: of many calls the last ones are not named.
  const isDisputed = (verdict: string) => !groups.every(({ verdicts }) => verdicts.has(verdict));
  const told = groups.map(({ verdicts, releases }) => {
    const agreed = [...verdicts].filter((verdict) => !isDisputed(verdict));
    return `${spanOfReleases(releases)}: ${named([...[...verdicts].filter(isDisputed), ...agreed])}`;
  });
  const evidence = placesOf(all, runningIn(others));
  return [
    {
      id: "readers-disagree",
      confidence: "likely",
      summary: `Releases read the decisions on record differently. ${told.join("; ")}.`,
      evidence,
      advice: [
        ...(evidence.some(({ fact }) => fact.includes(danger))
          ? ["Do not resume this file with those older releases."]
          : []),
        "Resume with the release whose reading is meant, or clear the decisions and decide each call anew with the release that resumes.",
      ],
    },
  ];
}

const danger = "older releases run it all the same, with its side effects";

/** The records that the releases disagree on. `running`: ids of the calls that some of them run. */
function placesOf(opinions: readonly Opinion[], running: ReadonlySet<string>): Evidence[] {
  const places = new Map<string, Evidence>();
  for (const { counts, objections } of opinions.flatMap(({ standings }) => standings)) {
    const decisions = [...objections.map(({ decision }) => decision), ...(counts === null ? [] : [counts])];
    for (const { verdict, path, callId } of decisions) {
      const pointer = pointerOf(path);
      const whom = callId === null ? "all calls of its tool" : callId;
      const isRun = verdict === "rejected" && callId !== null && running.has(callId);
      places.set(pointer, at(pointer, `${verdict} for ${whom}${isRun ? `: ${danger}` : ""}`));
    }
  }
  return [...places.values()];
}

function runningIn(opinions: readonly Opinion[]): ReadonlySet<string> {
  const standings = opinions.flatMap((opinion) => opinion.standings);
  return new Set(standings.flatMap(({ call, counts }) => (counts?.verdict === "approved" ? (call.callId ?? []) : [])));
}
