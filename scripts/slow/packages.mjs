// The packages for other ways of installing, built and used: the Python wheel in a new virtual environment, the single executable.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const good = join(root, "corpus/resume/1.21-approval-pending.json");
const bad = join(root, "corpus/negative/context-list.json");
const session = `sqlite:${join(root, "tests/fuzz-found/files/wal-page-zero.db")}`;

/** Command lines that read each kind of file that the program brings along, and the exit code they must end with. */
const uses = [
  [["--version"], 0],
  [["validate", good], 0],
  [["validate", "--format", "json", bad], 1],
  [["schema", "1.21"], 0],
  [["settle", "--session", session, good], 0],
  [["migrate", "--to", "1.17", "--dry-run", good], 0],
  [["inspect", "--html", "-", good], 0],
  [["validate", "no such file"], 2],
];

function must(command, argv) {
  const done = spawnSync(command, argv, { cwd: root, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${command} ${argv.join(" ")}: ${done.status ?? done.error}\n${done.stderr}`);
}

/** The same words as the checkout's own command line, and the same exit code. */
function compare(name, command, first = []) {
  for (const [argv, code] of uses) {
    const done = spawnSync(command, [...first, ...argv], { encoding: "utf8" });
    const own = spawnSync(process.execPath, [join(root, "bin/runstate.cjs"), ...argv], { encoding: "utf8" });
    if (done.status === code && done.stdout === own.stdout && done.stderr === own.stderr) continue;
    console.log(`${name} ${argv.join(" ")}: exit ${done.status}, expected ${code}\n${done.stderr}`);
    process.exitCode = 1;
  }
  console.log(`${name}: ${uses.length} command lines`);
}

must("npm", ["run", "--silent", "build:sea"]);
compare("single executable", join(root, "build", process.platform === "win32" ? "runstate.exe" : "runstate"));

const python = process.env.PYTHON ?? "python3";
if (spawnSync(python, ["-c", "import ensurepip, pip, venv"]).status !== 0) {
  console.log("wheel: left out, there is no Python with pip and venv");
} else {
  must("npm", ["run", "--silent", "build:wheel"]);
  const folder = mkdtempSync(join(tmpdir(), "runstate-venv-"));
  const wheel = readdirSync(join(root, "build")).find((name) => name.endsWith(".whl"));
  must(python, ["-m", "venv", folder]);
  must(join(folder, "bin/python"), ["-m", "pip", "install", "--quiet", join(root, "build", wheel)]);
  compare("wheel, console script", join(folder, "bin/runstate"));
  compare("wheel, module", join(folder, "bin/python"), ["-m", "runstate"]);
  rmSync(folder, { recursive: true });
}
