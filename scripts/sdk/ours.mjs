// This tool's own verdict, from the source as it stands.
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { buildValidators } from "../items/validators.mjs";

const here = import.meta.dirname;
const dist = join(here, "../../dist");

/** What `entry` (a path from this folder) exports. The bundle lies in dist/, where the validators of model items are found. */
export async function loadCore(entry = "judge-core.ts") {
  buildValidators(join(dist, "items"));
  const outfile = join(dist, `${basename(entry)}-${process.pid}.cjs`);
  const entryPoints = [join(here, entry)];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "cjs", logLevel: "error" });
  try {
    return createRequire(import.meta.url)(outfile);
  } finally {
    rmSync(outfile);
  }
}

/** `{ok, errors: [{rule, pointer, sdk}]}` of a text for one release; a crash of the tool agrees with no reader. */
export function judgeText(core, release, text) {
  try {
    return judged(core, release, text);
  } catch (error) {
    return { ok: "crash", errors: [{ rule: String(error.stack), pointer: "", sdk: "" }] };
  }
}

function judged(core, release, text) {
  const parsed = core.parseDocument(text);
  const reader = core.findReader(release);
  const judgement =
    "document" in parsed ? core.judge(parsed.document, { reader, loadOnly: true }) : core.judgeFault(parsed.fault);
  const errors = judgement.findings
    .filter(({ rule }) => core.rules[rule].severity === "error")
    .map(({ rule, path }) => ({ rule, pointer: core.pointerOf(path), sdk: core.rules[rule].sdk }));
  return { ok: judgement.verdict === "accepted", errors };
}
