/** Flags of V8 for the three stages of a run's work. */
interface Tuning {
  /** It has many small texts. */
  readonly much: readonly string[];
  /** One large text is most of it. */
  readonly large: readonly string[];
  /** It goes on for seconds. */
  readonly long: readonly string[];
}

/* V8 optimizes what has run for a while. Of the thousand small functions here hardly one earns that back in a second, and all of them together
 * cost a third of that time. Behind one large text comes nothing that could earn it at all: there the plain compiler should begin at once.
 * Such a text also fills the young part of the heap again and again; it then grows at once to the size that it would come to. A run that goes on
 * gets (Node 20) V8's own budget back, with which 300 MB take a fifth less, or (later) one that does not cost it more than V8's own.
 * What is optimized is optimized without what it calls: putting that in as well costs more than it ever saves, a tenth of all time in Node 20 and a
 * fifth in Node 22, for 100 MB of lines too. Later ones have a compiler in between, and it makes no difference there.
 * Measured with 2 000 files of 14 kB, files of 2 to 15 MB, and lines: Node 20.20, 22.23, 24.22 and 26.12. */
const node20: Tuning = {
  much: ["--interrupt-budget=1000000", "--interrupt-budget-for-feedback-allocation=200", "--no-turbo-inlining"],
  large: ["--interrupt-budget=5000000", "--no-baseline-batch-compilation", "--semi-space-growth-factor=8"],
  long: ["--interrupt-budget=67584"],
};
const patient = ["--invocation-count-for-turbofan=45000", "--invocation-count-for-maglev=1500"];
const later: Tuning = {
  much: patient,
  large: [
    "--invocation-count-for-turbofan=200000",
    "--invocation-count-for-maglev=10000",
    "--no-baseline-batch-compilation",
    "--semi-space-growth-factor=8",
  ],
  long: patient,
};

/** By the major version of Node: V8 complains of flags that it does not know. */
const tunings: ReadonlyMap<string, Tuning> = new Map([
  ["20", node20],
  ["22", { ...later, much: [...patient, "--no-turbo-inlining"] }],
  ["24", later],
  ["26", later],
]);

/** From how many units of text on a stage is due: all texts of the run together (`seen`), or one of them (`units`). Loading `node:v8` costs as
 * much as a checkpoint or two. */
const isDue: Readonly<Record<keyof Tuning, (seen: number, units: number) => boolean>> = {
  much: (seen) => seen >= 150_000,
  large: (_seen, units) => units >= 1_000_000,
  long: (seen) => seen >= 30_000_000,
};

const tuning = tunings.get(process.versions.node.split(".")[0] ?? "");
/** Each stage comes once. */
let ahead: readonly (keyof Tuning)[] = tuning === undefined ? [] : ["much", "large", "long"];
let seen = 0;

/** Told of every text, or piece of a stream, before it is worked on. */
export async function expectWork(units: number): Promise<void> {
  seen += units;
  const due = ahead.filter((stage) => isDue[stage](seen, units));
  if (tuning === undefined || due.length === 0) return;
  ahead = ahead.filter((stage) => !due.includes(stage));
  const { setFlagsFromString } = await import("node:v8");
  for (const stage of due) for (const flag of tuning[stage]) setFlagsFromString(flag);
}

/** A stream of lines leaves nothing behind, so the young generation need not grow with its length. Not at start-up: V8 would refuse the
 * code that the build kept. */
export async function keepHeapSmall(): Promise<void> {
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--semi-space-growth-factor=1");
}
