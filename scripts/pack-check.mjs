// What `npm publish` would send: linted by publint, its types judged by arethetypeswrong, then installed into an empty folder and used there
// from the shell, from an ES module and from CommonJS.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "runstate-pack-"));

function run(what, command, argv, cwd = root) {
  const done = spawnSync(command, argv, { cwd, encoding: "utf8" });
  console.log(`${done.status === 0 ? "ok  " : "FAIL"} ${what}`);
  if (done.status === 0) return done.stdout;
  console.log(`${done.stdout}${done.stderr}`);
  process.exitCode = 1;
  return "";
}

const packed = run("npm pack", "npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder]);
const tarball = join(folder, JSON.parse(packed)[0].filename);
run("publint", "npx", ["--no-install", "publint", "--strict", tarball]);
run("arethetypeswrong", "npx", ["--no-install", "attw", tarball]);

const user = mkdtempSync(join(folder, "user-"));
writeFileSync(join(user, "package.json"), '{ "name": "user", "private": true }\n');
run("npm install", "npm", ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball], user);
for (const name of ["upgrade.mjs", "waiting.cjs"]) copyFileSync(join(root, "examples/library", name), join(user, name));
const sample = join(root, "corpus/resume/1.21-approval-pending.json");
run("runstate", join(user, "node_modules/.bin/runstate"), ["validate", sample], user);
run("import", process.execPath, ["upgrade.mjs", sample], user);
run("require", process.execPath, ["waiting.cjs", sample], user);
console.log(`${(statSync(tarball).size / 1e6).toFixed(1)} MB packed`);
rmSync(folder, { recursive: true });
