// The JUnit reports of validate and corpus check, read by a program that reads such reports (junitparser).
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pythonWith } from "./python.mjs";

const root = join(import.meta.dirname, "../..");
const reader = `
import sys
from junitparser import JUnitXml
report = JUnitXml.fromfile(sys.argv[1])
cases = [case for suite in report for case in suite]
failed = [case for case in cases if case.result]
assert (report.tests, report.failures) == (len(cases), len(failed)), (report.tests, report.failures, len(cases), len(failed))
assert all(case.result[0].type and case.result[0].message for case in failed)
print(f"{len(cases)} cases, {len(failed)} failed")`;

const folder = mkdtempSync(join(tmpdir(), "runstate-junit-"));
try {
  const python = join(pythonWith("junit", ["junitparser==4.0.2"]), "python");
  for (const [name, argv] of [
    ["validate", ["validate", "corpus"]],
    ["corpus check", ["corpus", "check", "corpus"]],
  ]) {
    const file = join(folder, "report.xml");
    spawnSync(process.execPath, ["bin/runstate.cjs", ...argv, "--format", "junit", "--output", file], { cwd: root });
    const done = spawnSync(python, ["-c", reader, file], { encoding: "utf8" });
    console.log(`${name}: ${done.status === 0 ? done.stdout.trim() : done.stderr}`);
    if (done.status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
