// Fails when a bundle has outgrown its budget: size is start-up time. Budgets are in kilobytes.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const dist = join(import.meta.dirname, "../dist");
const budgets = { "cli.cjs": 80, "index.cjs": 650, commands: 950 };
/** `.cjs` files below a folder, the validators apart: those are loaded one by one. */
const bundles = ["cli.cjs", "index.cjs", ...readdirSync(join(dist, "commands")).map((name) => `commands/${name}`)];

for (const name of bundles) {
  if (!name.endsWith(".cjs")) continue;
  const size = statSync(join(dist, name)).size / 1000;
  const budget = budgets[name.split("/")[0]];
  console.log(`${name.padEnd(30)} ${size.toFixed(0).padStart(5)} kB of ${budget}`);
  if (size > budget) process.exitCode = 1;
}
