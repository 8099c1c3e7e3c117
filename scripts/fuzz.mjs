// Runs every fuzzer, one after the other: `npm run fuzz -- --minutes 60`. Ends with 1 when one of them found something or did not end.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "1" }, seed: { type: "string" } } });
const minutes = Number(values.minutes);
const seed = values.seed ?? String(Math.floor(Math.random() * 1e9));

/** Each with its share of the time. */
const fuzzers = { documents: 0.6, edits: 0.2, sessions: 0.2 };
/** Memory that the objects of a fuzzer may take, in megabytes; beyond it the process dies, and that is a finding. */
const memory = 1_000;
/** Time for a start, and for the case at hand, beyond the share. */
const grace = 60_000;

for (const [name, share] of Object.entries(fuzzers)) {
  const script = join(import.meta.dirname, `fuzz/${name}.mjs`);
  const argv = [`--max-old-space-size=${memory}`, script, "--seed", seed, "--minutes", String(minutes * share)];
  const timeout = minutes * share * 60_000 + grace;
  const { status, signal } = spawnSync(process.execPath, argv, { stdio: "inherit", timeout, killSignal: "SIGKILL" });
  if (status === 0) continue;
  process.exitCode = 1;
  if (signal === "SIGKILL") console.log(`${name}: a case did not end (seed ${seed})`);
  else if (status !== 1) console.log(`${name}: died of ${signal ?? status} (seed ${seed})`);
}
