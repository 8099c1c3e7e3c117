/** Units of text from which a run pays for tuning: loading `node:v8` costs as much as a checkpoint or two. */
const MUCH = 150_000;
/** Units of a single text that is most of its run. */
const LARGE = 1_000_000;

/* V8 optimizes a function after 67 kB of its bytecode have run. Of the thousand small functions here hardly one earns that back before the run
 * ends, and all of them together cost a third of its time. Behind one large text comes nothing that could earn it at all: there the plain
 * compiler should begin at once. Such a text also fills the young part of the heap again and again; it then grows at once to the size that it
 * would come to. Measured on Node 20.20 with 2 000 files of 14 kB and one of 5 MB. Other flags of the optimizer (inlining was worth 4 %) are
 * not for run time: V8 aborts when it meets what it compiled before. */
const forMuch = ["--interrupt-budget=1000000", "--interrupt-budget-for-feedback-allocation=200"];
const forLarge = ["--interrupt-budget=5000000", "--no-baseline-batch-compilation", "--semi-space-growth-factor=16"];

let seen = 0;
let isTuned = false;
let isTunedForLarge = false;

/** Told of every text, or piece of a stream, before it is worked on. Only Node 20 has these flags, and V8 complains of flags that it does
 * not know. */
export async function expectWork(units: number): Promise<void> {
  seen += units;
  const flags = [...(isTuned || seen < MUCH ? [] : forMuch), ...(isTunedForLarge || units < LARGE ? [] : forLarge)];
  if (flags.length === 0 || !process.versions.node.startsWith("20.")) return;
  isTuned = true;
  isTunedForLarge ||= units >= LARGE;
  const { setFlagsFromString } = await import("node:v8");
  for (const flag of flags) setFlagsFromString(flag);
}
