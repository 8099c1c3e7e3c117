// `validate --live` over the whole corpus: the SDK of an environment and the verdict of this tool must agree on every file.
//   node scripts/sdk/live.mjs [RELEASE ...]      (without names: the newest release, the oldest, and every third schema version between)
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureEnvironment } from "./environments.mjs";
import { loadCore } from "./ours.mjs";

const root = join(import.meta.dirname, "../..");
const { positionals } = parseArgs({ options: { seed: { type: "string" } }, allowPositionals: true });
const core = await loadCore();
const judged = core.representativeReaders().map(({ release }) => release);
const spread = judged.filter((_, at) => at % 3 === 0 || at === judged.length - 1);

/** `{asked, agreed, unasked}` of one release. */
function compare(release) {
  const argv = [
    "bin/runstate.cjs",
    "validate",
    "--live",
    ensureEnvironment(core, release),
    "--format",
    "jsonl",
    "corpus",
  ];
  const done = spawnSync(process.execPath, argv, { cwd: root, encoding: "utf8", maxBuffer: 1 << 30 });
  const results = done.stdout.split("\n").filter(Boolean).map(JSON.parse);
  for (const line of done.stderr.split("\n")) if (line !== "") console.log(`  ${line}`);
  const asked = results.filter(({ live }) => live.agrees !== null);
  const agreed = asked.filter(({ live }) => live.agrees);
  return { asked: asked.length, agreed: agreed.length, unasked: results.length - asked.length };
}

for (const release of positionals.length > 0 ? positionals : spread) {
  const { asked, agreed, unasked } = compare(release);
  console.log(
    `${release}: live and static agree on ${agreed} of ${asked} corpus files (${unasked} that no SDK can be asked about)`,
  );
  if (asked === 0 || agreed < asked) process.exitCode = 1;
}
