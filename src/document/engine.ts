/** Units of text from which a run pays for tuning: loading `node:v8` costs as much as a checkpoint or two. */
const MUCH = 150_000;

let seen = 0;
let isTuned = false;

/** Told of every text before it is worked on. V8 optimizes a function after 130 kB of its bytecode have run; of the thousand small functions
 * here hardly one earns that back before the run ends, and all of them together cost a third of its time. Only Node 20 has these flags, and
 * V8 complains of flags that it does not know. */
export async function expectWork(units: number): Promise<void> {
  seen += units;
  if (isTuned || seen < MUCH) return;
  isTuned = true;
  if (!process.versions.node.startsWith("20.")) return;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--interrupt-budget=1000000");
  setFlagsFromString("--interrupt-budget-for-feedback-allocation=200");
}
