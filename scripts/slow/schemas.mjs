// Holds real checkpoints against the published schemas with a validator that is not ours (check-jsonschema).
//   node scripts/slow/schemas.mjs [folder ...]     (default: corpus)
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pythonWith } from "./python.mjs";

const root = join(import.meta.dirname, "../..");
const folders = process.argv.length > 2 ? process.argv.slice(2) : [join(root, "corpus")];

/** The files of a corpus by label: those of its manifest that no hand made, or every checkpoint in subfolders named like labels. */
function filesByLabel(folder) {
  const manifest = join(folder, "manifest.json");
  if (existsSync(manifest)) {
    const { files } = JSON.parse(readFileSync(manifest, "utf8"));
    return files
      .filter((entry) => entry.provenance !== "handmade")
      .map((entry) => [entry.schema, join(folder, entry.file)]);
  }
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".json"));
  return names
    .map((name) => join(folder, name))
    .flatMap((file) => {
      const label = /"\$schemaVersion":\s*"([^"]+)"/.exec(readFileSync(file, "utf8"))?.[1];
      return label === undefined || !existsSync(join(root, "schemas", `${label}.json`)) ? [] : [[label, file]];
    });
}

/** NaN and the infinities are Python's, no JSON: replaced, as no outside validator reads them. */
function strictCopies(pairs, place) {
  const copies = new Map();
  for (const [at, [label, file]] of pairs.entries()) {
    const copy = join(place, `${at}.json`);
    writeFileSync(copy, readFileSync(file, "utf8").replace(/(?<=[:[,]\s*)(?:NaN|-?Infinity)\b/g, "0"));
    copies.set(label, [...(copies.get(label) ?? []), copy]);
  }
  return copies;
}

const place = mkdtempSync(join(tmpdir(), "runstate-schemas-"));
let failed = 0;
let count = 0;
try {
  const validator = join(pythonWith("schemas", ["check-jsonschema==0.39.0"]), "check-jsonschema");
  for (const [label, files] of strictCopies(folders.flatMap(filesByLabel), place)) {
    const schema = join(root, "schemas", `${label}.json`);
    const done = spawnSync(validator, ["--schemafile", schema, ...files], { encoding: "utf8" });
    if (done.status !== 0) {
      failed++;
      console.log(`${label}: ${done.stdout}${done.stderr}`);
    }
    count += files.length;
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
console.log(
  `${count} checkpoints against their schemas: ${failed === 0 ? "all valid" : `${failed} versions with invalid files`}`,
);
process.exitCode = failed === 0 && count > 0 ? 0 : 1;
