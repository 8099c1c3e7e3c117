// Builds dist/: the command table, one bundle per command, the library with its types, the validators of model items.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20.12",
  minify: true,
  legalComments: "none",
  // The source is ESM, the bundle is not.
  define: { "import.meta.dirname": "__dirname" },
  logLevel: "warning",
};

/** commander asks for `child_process` to start commands that are programs of their own; we have none, and loading it costs 3 ms
 * of every start. */
const withoutChildProcess = {
  name: "without-child-process",
  setup(plugin) {
    plugin.onResolve({ filter: /^node:child_process$/ }, () => ({ path: "child_process", namespace: "empty" }));
    plugin.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "module.exports = {}", loader: "js" }));
  },
};

/** Files of src/commands with a default export are commands, the others are shared by them. */
const commands = readdirSync(join(root, "src/commands")).filter((name) =>
  /^export default /m.test(readFileSync(join(root, "src/commands", name), "utf8")),
);

for (const part of ["cli.cjs", "index.cjs", "commands", "types"])
  rmSync(join(dist, part), { recursive: true, force: true });
await Promise.all([
  build({ ...common, entryPoints: ["src/cli.ts"], outfile: "dist/cli.cjs", plugins: [withoutChildProcess] }),
  build({
    ...common,
    entryPoints: commands.map((name) => `src/commands/${name}`),
    outdir: "dist/commands",
    outExtension: { ".js": ".cjs" },
  }),
  build({ ...common, entryPoints: ["src/index.ts"], outfile: "dist/index.cjs" }),
]);

const { buildValidators } = await import("./items/validators.mjs");
await buildValidators(join(dist, "items"));

const types = spawnSync(
  process.execPath,
  [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"],
  { cwd: root, stdio: "inherit" },
);
if (types.status !== 0 || !existsSync(join(dist, "types/index.d.ts"))) process.exitCode = 1;
