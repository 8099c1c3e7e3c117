// Writes schemas/<label>.json from the shapes in src/versions. `--check` writes nothing and fails when a committed one differs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");

/** The shapes are TypeScript, which Node 20 does not read: bundled beside the sources first, so that zod is found. */
async function loadSchemas() {
  const place = mkdtempSync(join(root, "node_modules", ".schemas-"));
  try {
    const outfile = join(place, "shapes.mjs");
    const entry = join(root, "src", "versions", "shapes", "build.ts");
    await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm", external: ["zod"] });
    return (await import(pathToFileURL(outfile).href)).allSchemas();
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

let stale = 0;
for (const [label, schema] of await loadSchemas()) {
  const file = join(root, "schemas", `${label}.json`);
  const text = `${JSON.stringify(schema, null, 1)}\n`;
  if (!check) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error(`schemas/${label}.json differs: run \`node scripts/schemas.mjs\``);
    stale++;
  }
}
process.exitCode = stale > 0 ? 1 : 0;
