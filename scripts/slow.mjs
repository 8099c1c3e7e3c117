// Everything that takes minutes: `npm run test:slow [-- --minutes N] [PART ...]`. Parts run one after the other while there is time; what is
// left out, for time or because the machine lacks something, is said at the end.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { leftOut } from "./slow/left-out.mjs";

const here = import.meta.dirname;
/** `minutes`: what it takes at most on two cores; it is not begun with less, and stopped after twice that. */
const parts = [
  { name: "pages", script: "slow/pages.mjs", args: [], minutes: 2 },
  { name: "packages", script: "slow/packages.mjs", args: [], minutes: 3 },
  { name: "package", script: "pack-check.mjs", args: [], minutes: 1 },
  { name: "spark", script: "slow/spark.mjs", args: [], minutes: 3 },
  { name: "pre-commit", script: "slow/pre-commit.mjs", args: [], minutes: 3 },
  { name: "junit", script: "slow/junit.mjs", args: [], minutes: 1 },
  { name: "schemas", script: "slow/schemas.mjs", args: [], minutes: 1 },
  { name: "scale", script: "slow/scale.mjs", args: ["--megabytes", "300"], minutes: 2 },
  { name: "growth", script: "slow/growth.mjs", args: [], minutes: 6 },
  { name: "nodes", script: "slow/nodes.mjs", args: [], minutes: 2 },
  { name: "stores", script: "slow/stores.mjs", args: [], minutes: 2 },
  { name: "fuzz", script: "fuzz.mjs", args: ["--minutes", "1"], minutes: 2 },
];

const { values, positionals } = parseArgs({
  options: { minutes: { type: "string", default: "15" } },
  allowPositionals: true,
});
const until = Date.now() + Number(values.minutes) * 60_000;
const missing = [];
for (const { name, script, args, minutes } of parts) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  if (Date.now() + minutes * 60_000 > until) {
    missing.push(`${name} (it may take ${minutes} minutes)`);
    continue;
  }
  console.log(`--- ${name}`);
  const timeout = 2 * minutes * 60_000;
  const done = spawnSync(process.execPath, [join(here, script), ...args], { stdio: "inherit", timeout });
  if (done.status === leftOut) missing.push(`${name} (see above)`);
  else if (done.status !== 0) {
    console.log(`${name} failed${done.signal === null ? "" : `: stopped after ${timeout / 60_000} minutes`}`);
    process.exitCode = 1;
  }
}
console.log(missing.length === 0 ? "--- nothing was left out" : `--- left out: ${missing.join(", ")}`);
