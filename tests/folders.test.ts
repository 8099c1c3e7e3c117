import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** What each folder of src imports; a file that stands in no folder counts as one. */
function importsByFolder(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  for (const file of files) {
    const folder = folderOf(file);
    const imports = found.get(folder) ?? new Set();
    found.set(folder, imports);
    for (const [, name = ""] of readFileSync(join("src", file), "utf8").matchAll(
      /\b(?:from|import) ?\(?"(\.[^"]+)"/g,
    )) {
      const other = folderOf(join(dirname(file), name));
      if (other !== folder) imports.add(other);
    }
  }
  return found;
}

function folderOf(file: string): string {
  return file.split("/")[0] ?? "";
}

/** All that a folder rests on, at any remove. */
function restsOn(folder: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set(imports.get(folder));
  // A Set visits what is added on the way.
  for (const below of found) for (const deeper of imports.get(below) ?? []) found.add(deeper);
  return found;
}

test("folders import each other one way", () => {
  const imports = importsByFolder();
  const circles = [...imports.keys()].filter((folder) => restsOn(folder, imports).has(folder));
  expect(circles).toEqual([]);
});

test("the core rests on nothing that prints", () => {
  const imports = importsByFolder();
  const printing = new Set(["cli", "cli.ts", "commands", "report"]);
  // The library gives a result in the form of the JSON report.
  const above = new Set([...printing, "library", "index.ts"]);
  for (const folder of imports.keys()) {
    if (above.has(folder)) continue;
    const below = [...restsOn(folder, imports)].filter((name) => printing.has(name));
    expect(below, folder).toEqual([]);
  }
});

/** Where files are read and written, and programs started. */
const outside = /^(?:cli\.ts|config\.ts|cli\/|commands\/|document\/files\/|items\/load\.ts|live\/|session\/)/;

test("the core reads no files and starts no programs", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const touching = files.filter((file) =>
    /["']node:(?:fs|child_process|worker_threads|net|http|https)\b/.test(readFileSync(join("src", file), "utf8")),
  );
  expect(touching.filter((file) => !outside.test(file.replaceAll("\\", "/")))).toEqual([]);
});
