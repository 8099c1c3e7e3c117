// Builds build/runstate, the command line as one executable for this platform (Node's single executable application): no Node, no npm
// needed where it runs.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { build } from "esbuild";
import postject from "postject";
import { bundling, commandFiles, root } from "./build/bundling.mjs";

const target = join(root, "build", process.platform === "win32" ? "runstate.exe" : "runstate");
/** The mark behind which Node finds the program in its own executable. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

const commands = commandFiles.map((name) => basename(name, ".ts"));

const entry = `
import { main } from "./src/cli.ts";
const commands = {
${commands.map((name) => `  ${JSON.stringify(name)}: () => require("./src/commands/${name}.ts").default,`).join("\n")}
};
main(process.argv.slice(2), (name) => Object.hasOwn(commands, name) ? commands[name]() : undefined).then((code) => {
  process.exitCode = code;
});`;

/** Files of the program lie in the executable; all other files are where they are. */
const programFiles = {
  name: "program-files",
  setup(plugin) {
    plugin.onResolve({ filter: /^node:fs$/ }, ({ importer }) =>
      importer.endsWith("sea/files.cjs")
        ? { path: "node:fs", external: true }
        : { path: join(root, "scripts/sea/files.cjs") },
    );
    // As in scripts/build.mjs: commander's own use of it costs start-up and is never needed.
    plugin.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes("commander") ? { path: "child_process", namespace: "empty" } : undefined,
    );
    plugin.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "module.exports = {}", loader: "js" }));
  },
};

async function bundle(outfile) {
  await build({
    stdin: { contents: entry, resolveDir: root, loader: "ts" },
    ...bundling,
    outfile,
    define: {
      __dirname: '"/runstate.sea/dist/commands"',
      "import.meta.dirname": "__dirname",
      "import.meta.url": "__filename",
    },
    plugins: [programFiles],
  });
}

/** What the program reads of its own, by the name that it asks for. */
function assets() {
  const files = [join(root, "dist/sql-wasm.wasm")];
  for (const [folder, pattern] of [
    ["dist/items", /\.(?:js|txt)$/],
    ["dist/live", /\.py$/],
    ["schemas", /\.json$/],
  ]) {
    for (const name of readdirSync(join(root, folder))) if (pattern.test(name)) files.push(join(root, folder, name));
  }
  return Object.fromEntries(files.map((file) => [relative(root, file).replaceAll("\\", "/"), file]));
}

const work = mkdtempSync(join(tmpdir(), "runstate-sea-"));
const main = join(work, "main.cjs");
const output = join(work, "program.blob");
await bundle(main);
const config = join(work, "config.json");
writeFileSync(
  config,
  JSON.stringify({ main, output, disableExperimentalSEAWarning: true, useCodeCache: true, assets: assets() }),
);
const made = spawnSync(process.execPath, ["--experimental-sea-config", config], { encoding: "utf8" });
if (made.status !== 0) throw new Error(made.stderr);
mkdirSync(dirname(target), { recursive: true });
rmSync(target, { force: true });
copyFileSync(process.execPath, target);
chmodSync(target, 0o755);
// Where programs are signed, the copy must be signed anew: `codesign --remove-signature` before, `codesign --sign -` behind this.
const said = { log: console.log, warn: console.warn, error: console.error };
const silent = () => {};
// postject tells of sections that it does not know: Node has many.
Object.assign(console, { log: silent, warn: silent, error: silent });
await postject.inject(target, "NODE_SEA_BLOB", readFileSync(output), {
  sentinelFuse: fuse,
  ...(process.platform === "darwin" ? { machoSegmentName: "NODE_SEA" } : {}),
});
Object.assign(console, said);
rmSync(work, { recursive: true });
console.log(`${relative(root, target)}: ${(statSync(target).size / 1e6).toFixed(0)} MB`);
