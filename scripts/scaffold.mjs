// What new-version.mjs and new-rule.mjs share: templates, files that are never overwritten, the corpus manifest.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const root = process.env.RUNSTATE_ROOT ?? join(import.meta.dirname, "..");

/** Ends with one sentence and exit 2. */
export function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}

export function read(name) {
  return readFileSync(join(root, name), "utf8");
}

/** The newest schema version that has a file. */
export function newestLabel() {
  const minors = [...read("src/versions/index.ts").matchAll(/v(\d+)-(\d+)\.ts/g)].map(([, ...numbers]) =>
    numbers.map(Number),
  );
  return minors
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .at(-1)
    .join(".");
}

/** The template with every word of `words` replaced. */
export function fill(template, words) {
  let text = read(`scripts/templates/${template}`);
  for (const [word, value] of Object.entries(words)) text = text.replaceAll(word, value);
  return text;
}

/** Writes several new files, or none when one of them is there already. */
export function createAll(files) {
  for (const name of files.keys()) if (existsSync(join(root, name))) refuse(`${name} exists already`);
  for (const [name, text] of files) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text, { flag: "wx" });
    console.log(`created  ${name}`);
  }
}

export function change(name, text) {
  writeFileSync(join(root, name), text);
  console.log(`changed  ${name}`);
}

export function digest(text) {
  return createHash("sha256").update(text).digest("hex");
}

/** Puts an entry into the manifest of the corpus, in the order of file names, one entry like the others. */
export function addToManifest(entry) {
  const manifest = JSON.parse(read("corpus/manifest.json"));
  manifest.files.push(entry);
  manifest.files.sort((a, b) => (a.file < b.file ? -1 : 1));
  change("corpus/manifest.json", `${printManifest(manifest)}\n`);
}

/** One line per key of an entry, so that a diff shows what changed. */
function printManifest({ files, ...rest }) {
  const entries = files.map((entry) => {
    const lines = Object.entries(entry).map(([key, value]) => `      ${JSON.stringify(key)}: ${spaced(value)}`);
    return `    {\n${lines.join(",\n")}\n    }`;
  });
  const head = Object.entries(rest).map(([key, value]) => `  ${JSON.stringify(key)}: ${spaced(value)},\n`);
  return `{\n${head.join("")}  "files": [\n${entries.join(",\n")}\n  ]\n}`;
}

function spaced(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${JSON.stringify(inner)}`);
  return `{${pairs.join(", ")}}`;
}
