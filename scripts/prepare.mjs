// npm's `prepare`: builds dist/. `npm install -g git+…`, which is also what pre-commit runs, leaves a checkout without its development packages
// (the inner installation inherits `global`), so they are fetched here when they are missing.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

function installTools() {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_config_(?:global|location|prefix)|node_env)$/i.test(name)),
  );
  const argv = ["install", "--no-save", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  const done = spawnSync("npm", argv, { cwd: root, env, stdio: "inherit", shell: process.platform === "win32" });
  if (done.status !== 0) throw new Error("npm install failed");
}

if (!existsSync(new URL("../node_modules/esbuild", import.meta.url))) installTools();
await import("./build.mjs");
