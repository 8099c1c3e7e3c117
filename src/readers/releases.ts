import { compareVersions, type Version } from "./range.ts";

/** A reader: one SDK release, as data. */
export interface Reader {
  /** `openai-agents` release, or the name of a design that was never released. */
  readonly release: string;
  /** The release whose rule ranges apply (itself, for a released reader). */
  readonly behavesLike: Version;
  /** The label it writes. */
  readonly writes: Version;
  /** Newest label it reads. */
  readonly reads: Version;
  /** `openai` package that was installed when the reader was judged: the item schemas are that package's. */
  readonly openai: Version;
  readonly draft: boolean;
}

interface ReleaseGroup {
  readonly writes: Version;
  readonly openai: Version;
  readonly releases: readonly Version[];
}

/** pydantic of every judged reader. */
export const pydantic = "2.14.4";

const groups: readonly ReleaseGroup[] = [
  { writes: "1.0", openai: "2.19.0", releases: ["0.8.0", "0.8.1", "0.8.2", "0.8.3", "0.8.4", "0.9.0"] },
  { writes: "1.1", openai: "2.19.0", releases: ["0.9.1"] },
  { writes: "1.2", openai: "2.19.0", releases: ["0.9.2", "0.9.3", "0.10.0", "0.10.1"] },
  { writes: "1.4", openai: "2.19.0", releases: ["0.10.2", "0.10.3", "0.10.4", "0.10.5"] },
  { writes: "1.5", openai: "2.26.0", releases: ["0.11.0", "0.11.1", "0.12.0"] },
  {
    writes: "1.6",
    openai: "2.26.0",
    releases: [
      ...["0.12.1", "0.12.2", "0.12.3", "0.12.4", "0.12.5"],
      ...["0.13.0", "0.13.1", "0.13.2", "0.13.3", "0.13.4", "0.13.5", "0.13.6"],
    ],
  },
  {
    writes: "1.9",
    openai: "2.26.0",
    releases: [
      ...["0.14.0", "0.14.1", "0.14.2", "0.14.3", "0.14.4", "0.14.5", "0.14.6", "0.14.7", "0.14.8"],
      ...["0.15.0", "0.15.1", "0.15.2", "0.15.3"],
    ],
  },
  {
    writes: "1.10",
    openai: "2.36.0",
    releases: ["0.16.0", "0.16.1", "0.17.0", "0.17.1", "0.17.2", "0.17.3", "0.17.4", "0.17.5"],
  },
  { writes: "1.11", openai: "2.36.0", releases: ["0.17.6", "0.17.7", "0.17.8", "0.18.0"] },
  { writes: "1.12", openai: "2.45.0", releases: ["0.18.1", "0.18.2", "0.18.3"] },
  { writes: "1.13", openai: "2.45.0", releases: ["0.19.0", "0.19.1", "0.19.2", "0.19.3", "0.19.4"] },
  { writes: "1.15", openai: "2.45.0", releases: ["0.20.0"] }, // takes no openai 3
  { writes: "1.15", openai: "3.57.0", releases: ["0.21.0"] },
  { writes: "1.16", openai: "3.57.0", releases: ["0.21.1", "0.22.0"] },
  { writes: "1.17", openai: "3.57.0", releases: ["0.22.1", "0.22.2", "0.22.3"] },
  { writes: "1.18", openai: "3.57.0", releases: ["0.23.1"] },
  { writes: "1.21", openai: "3.57.0", releases: ["0.24.0"] },
];

/** Every released reader, oldest first. Source: the releases on PyPI. */
export const releases: readonly Reader[] = groups.flatMap(({ writes, openai, releases: names }) =>
  names.map((release) => ({ release, behavesLike: release, writes, reads: writes, openai, draft: false })),
);

/** The design this project started from: 0.23.1's reader except for the held write under 1.18. Never released. */
export const draftReader: Reader = {
  release: "draft-1.18",
  behavesLike: "0.23.1",
  writes: "1.18",
  reads: "1.18",
  openai: "3.57.0",
  draft: true,
};

export const newestReader = releases[releases.length - 1] as Reader;

export function findReader(release: string): Reader | undefined {
  return release === draftReader.release ? draftReader : releases.find((reader) => reader.release === release);
}

/** The newest release of each schema version, newest first: what `--sdk all` asks. */
export function representativeReaders(): Reader[] {
  const newest = new Map<Version, Reader>();
  for (const reader of releases) newest.set(reader.writes, reader);
  return [...newest.values()].reverse();
}

/** The oldest release that reads this label: one knows the label it writes and every older one, 0.8 and 0.9.0 (which write 1.0) only
 * "1.0". Undefined for a label newer than every release. */
export function oldestReaderOf(label: Version): Reader | undefined {
  return releases.find(({ reads }) => compareVersions(label, reads) <= 0);
}

/** The release that writes this label (the newest of them), or undefined for a label that no release writes. */
export function writerOf(label: Version): Reader | undefined {
  return releases.findLast((reader) => reader.writes === label);
}

/** The oldest release that writes `label` or a newer one: whose reader judges a file of that label. */
export function readerAtLeast(label: Version): Reader | undefined {
  return writerOf(label) ?? releases.find((reader) => compareVersions(reader.writes, label) >= 0);
}
