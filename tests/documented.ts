import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "./temporary.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "bin/runstate.cjs");
const sample = join(root, "corpus/resume/1.21-approval-pending.json");

/** The files that the examples of `docs/` and `--help` name. */
const furnished = temporaryFolder();
furnish(furnished);

function furnish(folder: string): void {
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/runstate"), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(join(folder, "bin/runstate"), 0o755);
  const line = JSON.stringify(JSON.parse(readFileSync(sample, "utf8")));
  cpSync(sample, join(folder, "checkpoint.json"));
  cpSync(join(root, "corpus/resume/1.21-rejected.json"), join(folder, "earlier.json"));
  writeFileSync(join(folder, "states.ndjson"), `${line}\n${line}\n`);
  writeFileSync(join(folder, "session.json"), "[]");
  writeFileSync(join(folder, "requirements.txt"), "openai-agents==0.24.0\n");
  writeFileSync(join(folder, "agents.json"), JSON.stringify({ agents: [{ name: "mailer", tools: ["send_mail"] }] }));
  mkdirSync(join(folder, "checkpoints"));
  const known = ["corpus", "add", "earlier.json", "--dir", "checkpoints", "--quiet"];
  spawnSync(process.execPath, [bin, ...known], { cwd: folder });
}

/** Runs a shell command in a fresh copy of that folder. */
export function runDocumented(command: string): { code: number | null; out: string; err: string } {
  const folder = mkdtempSync(join(tmpdir(), "runstate-docs-"));
  try {
    cpSync(furnished, folder, { recursive: true });
    const { FORCE_COLOR: _, RUNSTATE_SDK: __, ...env } = process.env;
    const done = spawnSync("bash", ["-c", command], {
      cwd: folder,
      encoding: "utf8",
      env: { ...env, PATH: join(folder, "bin") + delimiter + process.env.PATH },
    });
    return { code: done.status, out: done.stdout, err: done.stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
