/** Tells V8 how much there is to do, which it cannot know. `isDue`: from how many units of text on, all texts of the run together (`seen`) or
 * one of them (`units`). */
interface Stage {
  readonly isDue: (seen: number, units: number) => boolean;
  readonly flags: readonly string[];
}

/* V8 optimizes a function after 67 kB of its bytecode have run. Of the thousand small functions here hardly one earns that back in a second,
 * and all of them together cost a third of that time. Behind one large text comes nothing that could earn it at all: there the plain compiler
 * should begin at once. Such a text also fills the young part of the heap again and again; it then grows at once to the size that it would
 * come to. A run that goes on for seconds gets V8's own budget back: 300 MB take a fifth less with it. Measured on Node 20.20 with 2 000 files
 * of 14 kB, with one of 5 MB, and with lines. Other flags of the optimizer (inlining was worth 4 %) are not for run time: V8 aborts when it
 * meets what it compiled before. Loading `node:v8` costs as much as a checkpoint or two. */
const stages: readonly Stage[] = [
  {
    isDue: (seen) => seen >= 150_000,
    flags: ["--interrupt-budget=1000000", "--interrupt-budget-for-feedback-allocation=200"],
  },
  {
    isDue: (_seen, units) => units >= 1_000_000,
    flags: ["--interrupt-budget=5000000", "--no-baseline-batch-compilation", "--semi-space-growth-factor=8"],
  },
  { isDue: (seen) => seen >= 30_000_000, flags: ["--interrupt-budget=67584"] },
];

let seen = 0;
/** Each stage comes once. */
let ahead = process.versions.node.startsWith("20.") ? stages : [];

/** Told of every text, or piece of a stream, before it is worked on. Only Node 20 has these flags, and V8 complains of flags that it does
 * not know. */
export async function expectWork(units: number): Promise<void> {
  seen += units;
  const due = ahead.filter((stage) => stage.isDue(seen, units));
  if (due.length === 0) return;
  ahead = ahead.filter((stage) => !due.includes(stage));
  const { setFlagsFromString } = await import("node:v8");
  for (const { flags } of due) for (const flag of flags) setFlagsFromString(flag);
}
