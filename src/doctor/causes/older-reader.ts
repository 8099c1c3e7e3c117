import { pointerOf } from "../../document/pointer.ts";
import { describeFinding } from "../../findings/describe.ts";
import { migrate } from "../../migrate/migrate.ts";
import { decisionsOf } from "../../outlook/decisions/decisions.ts";
import { compareVersions } from "../../readers/range.ts";
import { type Reader, releases } from "../../readers/releases.ts";
import { spanOfReleases } from "../../readers/span.ts";
import type { Evidence, Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { firstWith, isBelow } from "../labels.ts";

const mostDecisions = 10;

function namesOf(readers: readonly Reader[]): string {
  return spanOfReleases(readers.map(({ release }) => release));
}

/** Nothing is wrong for the reader that was asked; a program with an older release may still refuse the file. */
export function findOlderReader(facts: Facts): Suspect[] {
  const run = runOf(facts);
  const label = facts.judgement.schemaVersion;
  if (run === null || label === null) return [];
  const refused = facts.others.filter(({ judgement }) => judgement.verdict === "rejected");
  const refusing = releases.filter(({ writes }) => refused.some(({ reader }) => reader.writes === writes));
  const taking = releases.filter(({ writes }) => !refused.some(({ reader }) => reader.writes === writes));
  if (refusing.length === 0) return [];
  const moving = isBelow(facts, firstWith.ownedDecisions) ? [] : ownedDecisions(facts);
  const losses = lossesBelow(facts, label);
  return [
    {
      id: "older-reader",
      confidence: "possible",
      summary: `If the program that fails runs another release: the file is refused by ${namesOf(refusing)} (label ${label}), loaded by ${namesOf(taking)}.`,
      evidence: [at("/$schemaVersion", `label ${label}`), ...moving, ...losses],
      advice: [
        "Resume with a release that loads it, or carry it down: `runstate migrate --for-sdk RELEASE FILE` says what is lost on the way.",
        ...(moving.length === 0
          ? []
          : [
              "Do not change the label alone: readers below 1.18 do not know these decisions, and they would vanish without an error. On the way down they move to the table by tool name, and their owner is lost.",
            ]),
      ],
    },
  ];
}

const mostLosses = 12;
/** Characters of a document that is still planned down to every older label. */
const longest = 200_000;

/** What the nearest older label loses, for each thing the newest label that loses it. */
function lossesBelow({ document, others }: Facts, label: string): Evidence[] {
  if (document.text.length > longest) return [];
  const found = new Map<string, Evidence>();
  const older = others.filter(({ reader }) => compareVersions(reader.writes, label) < 0).toReversed();
  for (const { reader } of older) {
    for (const finding of migrate(document, { to: reader.writes }).findings) {
      const pointer = pointerOf(finding.path);
      if (found.has(pointer) || found.size >= mostLosses || pointer === "" || pointer === "/$schemaVersion") continue;
      found.set(pointer, at(pointer, `on the way down to ${reader.writes}: ${describeFinding(finding, null).message}`));
    }
  }
  return [...found.values()];
}

function ownedDecisions(facts: Facts): Evidence[] {
  const run = runOf(facts);
  if (run === null) return [];
  return decisionsOf(run)
    .filter(({ store }) => store === "owned")
    .slice(0, mostDecisions)
    .flatMap(({ path, verdict, owner }) => {
      const entry = path.slice(0, path.lastIndexOf("decision"));
      return [
        at(pointerOf(path), `${verdict}, in a place that readers below 1.18 do not know`),
        at(pointerOf([...entry, "agent"]), `the owner, ${owner ?? "unnamed"}, is lost on the way below 1.18`),
      ];
    });
}
