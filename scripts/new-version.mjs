// `npm run new:version 1.22 "One line of what it brought."` makes the version file, its test, its corpus file and its schema.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { addToManifest, change, createAll, digest, fill, newestLabel, read, refuse, root } from "./scaffold.mjs";

const [label = "", ...words] = process.argv.slice(2);
const summary = words.join(" ").trim();
const usage = 'usage: npm run new:version 1.22 "One line of what it brought, in our own words."';
if (!/^\d+\.\d+$/.test(label)) refuse(usage);
if (summary === "" || summary.includes("\n")) refuse(`a version needs a summary of one line; ${usage}`);

const below = newestLabel();
const [major, minor, oldMajor, oldMinor] = [label, below].flatMap((one) => one.split(".").map(Number));
if (major < oldMajor || (major === oldMajor && minor <= oldMinor))
  refuse(`${label} must be newer than ${below}: the versions before are frozen`);

const file = `v${label.replace(".", "-")}`;
const identifier = `v${label.replace(".", "_")}`;
const original = read(`corpus/minimal/${below}.json`);
const minimal = original.replace(/("\$schemaVersion":\s*)"[^"]*"/, `$1${JSON.stringify(label)}`);
const source = fill("version.ts.txt", {
  IDENTIFIER: identifier,
  LABEL: JSON.stringify(label),
  SUMMARY: JSON.stringify(summary),
});
createAll(
  new Map([
    [`src/versions/${file}.ts`, source],
    [`tests/versions/${file}.test.ts`, fill("version.test.ts.txt", { LABEL: label })],
    [`corpus/minimal/${label}.json`, minimal],
  ]),
);
change(
  "src/versions/index.ts",
  `${read("src/versions/index.ts").trimEnd()}\nexport { ${identifier} } from "./${file}.ts";\n`,
);
addToManifest(minimalEntry());
if (process.env.RUNSTATE_ROOT === undefined)
  spawnSync(process.execPath, [join(root, "scripts", "schemas.mjs")], { stdio: "inherit" });
console.log(`
Next:
  - src/versions/${file}.ts: what it added and changed, gates, shape, steps up and down with their losses
  - corpus/features/: a file with a field of its own; corpus/minimal/${label}.json is ${below}'s file relabelled until a release writes one
  - src/readers/releases.ts: a row, once a release reads or writes ${label}
  - node scripts/schemas.mjs, npm run check`);

/** A release reads the labels it knows, so every release of today refuses a newer one. */
function minimalEntry() {
  const older = JSON.parse(read("corpus/manifest.json")).files.find((entry) => entry.file === `minimal/${below}.json`);
  const verdicts = Object.fromEntries(Object.keys(older.verdicts).map((release) => [release, "rejected"]));
  return {
    file: `minimal/${label}.json`,
    schema: label,
    provenance: "relabelled",
    writer: older.writer,
    emittedVersion: below,
    emittedSha256: digest(original),
    shows: `A run that ended with a final message, as ${below} writes it.`,
    sha256: digest(minimal),
    verdicts,
  };
}
