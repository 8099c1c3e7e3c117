// Builds build/runstate-VERSION-py3-none-any.whl: the bundle of dist/ as a Python package. Needs a Python with pip.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const python = process.env.PYTHON ?? "python3";

const stage = mkdtempSync(join(tmpdir(), "runstate-wheel-"));
cpSync(join(root, "python"), stage, { recursive: true });
const program = join(stage, "src/runstate/program");
/** Compiled code is of one Node; types and the library are for npm. */
const isForPython = (path) => !/\.cache$|dist[\\/](?:types|index\.cjs)/.test(path);
for (const part of ["bin", "dist", "schemas", "package.json", "LICENSE"]) {
  cpSync(join(root, part), join(program, part), { recursive: true, filter: isForPython });
}
writeFileSync(join(stage, "src/runstate/_version.py"), `__version__ = "${version}"\n`);
mkdirSync(join(root, "build"), { recursive: true });
const made = spawnSync(
  python,
  ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", join(root, "build"), stage],
  {
    stdio: "inherit",
  },
);
rmSync(stage, { recursive: true });
process.exitCode = made.status ?? 1;
