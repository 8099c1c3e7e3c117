// What the bundles of dist/ and the single executable are built with alike.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

/** Files of src/commands with a default export are commands, the others, and those in folders, are shared by them. */
export const commandFiles = readdirSync(join(root, "src/commands")).filter(
  (name) => name.endsWith(".ts") && /^export default /m.test(readFileSync(join(root, "src/commands", name), "utf8")),
);

export const bundling = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20.12",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  supported: { "dynamic-import": false },
};
