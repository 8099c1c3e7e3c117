// What every fuzzer here shares: options, the clock, the folder of what was found, the closing line.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { randomSource } from "../sdk/random.mjs";

/** Processor milliseconds that one case may take, however hostile it is. The case that runs forever is the business of who started us. */
const slowest = 10_000;
/** Kinds of complaints after which a run ends. */
const mostFound = 20;

/** Runs `oneCase(random, folder)` until the time or the count is over. The case gives the complaints it has (none: all is well) and
 * what is needed to repeat it: `{complaints: [text], files: {name: content}}`. */
export async function campaign(name, oneCase) {
  const { values } = parseArgs({
    options: { minutes: { type: "string", default: "1" }, seed: { type: "string" }, count: { type: "string" } },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
  const until = Date.now() + Number(values.minutes) * 60_000;
  const most = values.count === undefined ? Number.POSITIVE_INFINITY : Number(values.count);
  const scratch = mkdtempSync(join(tmpdir(), "runstate-fuzz-"));
  // Away from the config file of whoever starts this.
  process.chdir(scratch);
  let goesOn = true;
  process.once("SIGINT", () => {
    goesOn = false;
  });
  const run = { name, seed, cases: 0, found: 0, kinds: new Set(), longest: 0, kept: undefined };
  while (goesOn && run.cases < most && Date.now() < until && run.kinds.size < mostFound) {
    // Each case has a seed of its own, so that one can be repeated without those before it.
    const caseSeed = (seed + Math.imul(run.cases, 2654435761)) >>> 0;
    await play(run, caseSeed, () => oneCase(randomSource(caseSeed), scratch));
  }
  process.chdir(tmpdir());
  rmSync(scratch, { recursive: true, force: true });
  close(run);
}

async function play(run, caseSeed, oneCase) {
  const start = process.cpuUsage();
  const { complaints, files } = await oneCase().catch((error) => ({ complaints: [error.stack], files: {} }));
  const { user, system } = process.cpuUsage(start);
  const took = (user + system) / 1000;
  run.cases++;
  run.longest = Math.max(run.longest, took);
  const all = took > slowest ? [...complaints, `took ${took.toFixed(0)} ms`] : complaints;
  if (all.length > 0) keep(run, caseSeed, all, files);
}

/** The same complaint of another case, seen before, is only counted. */
function keep(run, caseSeed, complaints, files) {
  const kind = complaints.map((complaint) => complaint.replaceAll(/\S*runstate-fuzz-\S*|\d+/g, "")).join();
  run.found++;
  if (run.kinds.has(kind)) return;
  run.kinds.add(kind);
  run.kept ??= mkdtempSync(join(tmpdir(), `runstate-found-${run.name}-`));
  const folder = join(run.kept, String(run.kinds.size));
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  console.log(`\n${run.name}: seed ${caseSeed} (--seed ${caseSeed} --count 1), kept in ${folder}`);
  for (const complaint of complaints) console.log(`  ${complaint.slice(0, 1500)}`);
}

function close({ name, seed, cases, found, kinds, longest }) {
  const memory = (process.resourceUsage().maxRSS / 1e3).toFixed(0);
  console.log(
    `${name}: ${cases} cases from seed ${seed}, ${found} complaints of ${kinds.size} kinds; longest ${longest.toFixed(0)} ms, at most ${memory} MB`,
  );
  if (found > 0) process.exitCode = 1;
}
