// Builds dist/: the command table, one bundle per command, the library with its types, the validators of model items, and the
// compiled code that lets the command line start faster.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { bundling, commandFiles as commands, root } from "./build/bundling.mjs";
import { keepCompiledCode, stampBundles } from "./build/compiled-code.mjs";
import { inlineValidators } from "./build/inline-validators.mjs";
import { buildValidators } from "./items/validators.mjs";

const dist = join(root, "dist");
const items = join(dist, "items");

const common = {
  ...bundling,
  // The source is ESM, the bundles are not (`createRequire`, the only user of the URL, takes a path too).
  define: { "import.meta.dirname": "__dirname", "import.meta.url": "__filename" },
  plugins: [inlineValidators(items)],
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

function writeTypes() {
  rmSync(join(dist, "types"), { recursive: true, force: true });
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const done = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
  // The library is CommonJS, for `import` and `require` alike, and so are its types.
  writeFileSync(join(dist, "types/package.json"), '{ "type": "commonjs" }\n');
  if (done.status !== 0 || !existsSync(join(dist, "types/index.d.ts"))) process.exitCode = 1;
}

buildValidators(items);
await Promise.all([
  build({ ...common, entryPoints: ["src/cli.ts"], outfile: "dist/cli.cjs", plugins: [withoutChildProcess] }),
  build({
    ...common,
    entryPoints: commands.map((name) => `src/commands/${name}`),
    outdir: "dist/commands",
    outExtension: { ".js": ".cjs" },
  }),
  // Of an error that a program does not catch, Node.js prints the whole line that threw it.
  build({ ...common, entryPoints: ["src/index.ts"], outfile: "dist/index.cjs", lineLimit: 120 }),
]);
// SQLite, for sessions that are databases: read when it is needed (src/session/sqlite-engine.ts).
copyFileSync(join(root, "node_modules/sql.js/dist/sql-wasm.wasm"), join(dist, "sql-wasm.wasm"));
// The Python program of `validate --live` (src/live/boot.ts).
mkdirSync(join(dist, "live"), { recursive: true });
for (const name of ["fitting_graph.py", "reader.py"])
  copyFileSync(join(root, "src/live", name), join(dist, "live", name));
// Nothing is removed before its successor stands there: the command line works while it is built anew.
for (const name of readdirSync(join(dist, "commands"))) {
  if (!commands.includes(name.replace(/\.cjs(\.cache)?$/, ".ts"))) rmSync(join(dist, "commands", name));
}
const bundles = ["cli.cjs", ...commands.map((name) => `commands/${name.replace(/\.ts$/, ".cjs")}`)];
stampBundles(dist, bundles);
await keepCompiledCode(dist, bundles, root);
writeTypes();
