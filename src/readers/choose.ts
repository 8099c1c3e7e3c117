import { UsageError } from "../errors.ts";
import { nearestWord } from "../nearest.ts";
import { compareVersions } from "./range.ts";
import {
  draftReader,
  findReader,
  newestReader,
  oldestReaderOf,
  type Reader,
  releases,
  representativeReaders,
  writerOf,
} from "./releases.ts";

/** The release nearest to a name that is none: by the number in it, if there is one (the next older one, but for a newer one of the same line), else
 * by spelling. */
export function nearestRelease(name: string): string {
  const number = name.startsWith("draft") ? undefined : /\d{1,9}(\.\d{1,9}){0,3}/.exec(name)?.[0];
  if (number !== undefined) {
    const isOfLine = ({ release }: Reader) => lineOf(release) === lineOf(number);
    const older = releases.findLast((reader) => compareVersions(reader.release, number) <= 0);
    const ofLine = older !== undefined && isOfLine(older) ? older : releases.find(isOfLine);
    return (ofLine ?? older ?? releases[0] ?? newestReader).release;
  }
  const names = [...releases.map((reader) => reader.release), draftReader.release, "all"];
  return nearestWord(name.toLowerCase(), names) ?? newestReader.release;
}

/** 0.23 of 0.23.1. */
function lineOf(release: string): string {
  return release.split(".", 2).join(".");
}

/** The reader that `--sdk` names, the newest without it; throws UsageError with the nearest name. */
export function chooseReader(sdk: string | undefined): Reader {
  if (sdk === undefined) return newestReader;
  const reader = findReader(sdk);
  if (reader !== undefined) return reader;
  throw new UsageError(unknownRelease(sdk), "sdk");
}

/** What to tell of a name that is no release. The numbers of schema versions are often given for those of releases. */
export function unknownRelease(name: string): string {
  if (name === "all") return "all is no single release; name one here (`runstate validate --sdk all` asks them all)";
  if (name === "") return `a release of openai-agents is missing; the newest known one is ${newestReader.release}`;
  const writer = writerOf(name);
  // A label that no release writes.
  const reader = writer ?? (/^1\.\d+$/.test(name) ? oldestReaderOf(name) : undefined);
  return reader === undefined
    ? `no release ${name} of openai-agents is known; the nearest is ${nearestRelease(name)}`
    : `${name} is a schema version and no release of openai-agents; ${reader.release} ${writer === undefined ? "reads" : "writes"} it`;
}

/** As `chooseReader`, and the readers of the matrix under `--sdk all`: the newest release of each schema version, newest first. */
export function chooseReaders(sdk: string | undefined): { reader: Reader; matrix: readonly Reader[] } {
  return sdk === "all"
    ? { reader: newestReader, matrix: representativeReaders() }
    : { reader: chooseReader(sdk), matrix: [] };
}
