// Holds real checkpoints against the published schemas with a validator that is not ours: check-jsonschema, from PyPI, in an environment
// of its own. Needs Python 3 and the network once. `node scripts/outside-validator.mjs [folder ...]` (default: corpus).
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const release = "0.39.0";
const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(
  process.env.RUNSTATE_SDK_CACHE ?? join(homedir(), ".cache", "runstate-sdk"),
  `check-jsonschema-${release}`,
);
const python = process.platform === "win32" ? join(cache, "Scripts", "python.exe") : join(cache, "bin", "python");
const folders = process.argv.length > 2 ? process.argv.slice(2) : [join(root, "corpus")];

function run(command, args, quiet = false) {
  const done = spawnSync(command, args, { stdio: quiet ? "ignore" : "inherit" });
  if (done.error !== undefined) throw done.error;
  return done.status ?? 1;
}

function prepare() {
  if (existsSync(python)) return;
  mkdirSync(cache, { recursive: true });
  if (run("python3", ["-m", "venv", cache]) !== 0) throw new Error("python3 -m venv failed");
  const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", `check-jsonschema==${release}`];
  if (run(python, install) !== 0) throw new Error("check-jsonschema could not be installed");
}

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

prepare();
const place = mkdtempSync(join(tmpdir(), "runstate-schemas-"));
let failed = 0;
let count = 0;
try {
  for (const [label, files] of strictCopies(folders.flatMap(filesByLabel), place)) {
    const schema = join(root, "schemas", `${label}.json`);
    if (run(python, ["-m", "check_jsonschema", "--schemafile", schema, ...files]) !== 0) failed++;
    count += files.length;
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
console.log(
  `${count} checkpoints against their schemas: ${failed === 0 ? "all valid" : `${failed} versions with invalid files`}`,
);
process.exitCode = failed === 0 && count > 0 ? 0 : 1;
