// The hook of .pre-commit-hooks.yaml in a scratch repository, installed by pre-commit itself from a clone of this folder as it stands.
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pythonWith } from "./python.mjs";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "runstate-pre-commit-"));
const env = {
  ...process.env,
  PRE_COMMIT_HOME: join(folder, "home"),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
};

function run(cwd, command, ...args) {
  const done = spawnSync(command, args, { cwd, encoding: "utf8", env, maxBuffer: 1 << 28 });
  if (done.error !== undefined) throw done.error;
  return { code: done.status, out: done.stdout + done.stderr };
}

function git(cwd, ...args) {
  const { code, out } = run(cwd, "git", "-c", "user.name=test", "-c", "user.email=test@localhost", ...args);
  if (code !== 0) throw new Error(`git ${args[0]} failed: ${out}`);
  return out.trim();
}

/** A repository with every file of this folder that is not ignored. */
function cloneOfThis() {
  const clone = join(folder, "runstate");
  for (const name of git(root, "ls-files", "-co", "--exclude-standard", "-z").split("\0")) {
    if (name === "" || !existsSync(join(root, name)) || /^(?:tests|corpus)\//.test(name)) continue;
    mkdirSync(dirname(join(clone, name)), { recursive: true });
    copyFileSync(join(root, name), join(clone, name));
  }
  return commitAll(clone);
}

function commitAll(repository) {
  git(repository, "init", "--quiet");
  git(repository, "add", "--all");
  git(repository, "commit", "--quiet", "--message", "all");
  return { repository, revision: git(repository, "rev-parse", "HEAD") };
}

function expectRun(what, { code, out }, expected, mark) {
  const good = code === expected && mark.test(out);
  console.log(`${what}: exit ${code}${good ? "" : `, expected ${expected} and ${mark}\n${out}`}`);
  if (!good) process.exitCode = 1;
}

try {
  const { repository, revision } = cloneOfThis();
  const scratch = join(folder, "scratch");
  mkdirSync(join(scratch, "states"), { recursive: true });
  const config = `repos:\n  - repo: ${repository}\n    rev: ${revision}\n    hooks:\n      - id: runstate-validate\n`;
  writeFileSync(join(scratch, ".pre-commit-config.yaml"), config);
  cpSync(join(root, "corpus/resume/1.21-approval-pending.json"), join(scratch, "states/good.runstate.json"));
  cpSync(join(root, "corpus/negative/version-future.json"), join(scratch, "states/ignored.json"));
  commitAll(scratch);
  const preCommit = join(pythonWith("pre-commit", ["pre-commit==4.7.0"]), "pre-commit");
  const hook = () => run(scratch, preCommit, "run", "--all-files", "--verbose");
  expectRun("a good checkpoint, and one that the hook does not match", hook(), 0, /accepted by/);
  cpSync(join(root, "corpus/negative/version-future.json"), join(scratch, "states/bad.runstate.json"));
  git(scratch, "add", "--all");
  expectRun("a checkpoint that no release loads", hook(), 1, /bad\.runstate\.json:\d+:\d+ {2}error {2}label-unknown/);
  git(scratch, "reset", "--quiet", "--hard");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
