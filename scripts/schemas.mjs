// Writes schemas/<label>.json from the shapes in src/versions. `--check` writes nothing and fails when a committed one differs.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./build/bundling.mjs";
import { importSource } from "./build/source.mjs";

const check = process.argv.includes("--check");

let stale = 0;
const { allSchemas } = await importSource("src/versions/shapes/build.ts");
for (const [label, schema] of allSchemas()) {
  const file = join(root, "schemas", `${label}.json`);
  const text = `${JSON.stringify(schema, null, 1)}\n`;
  if (!check) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error(`schemas/${label}.json differs: run \`node scripts/schemas.mjs\``);
    stale++;
  }
}
process.exitCode = stale > 0 ? 1 : 0;
