import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../temporary.ts";

const repository = temporaryFolder();
beforeAll(() => {
  const modules = join(repository, "node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  symlinkSync(resolve("."), join(modules, "runstate"));
  // As npm links it.
  const command = `#!/bin/sh\nexec "${process.execPath}" "${resolve("bin/runstate.cjs")}" "$@"\n`;
  writeFileSync(join(modules, ".bin/runstate"), command, { mode: 0o755 });
  writeFileSync(join(repository, "package.json"), '{"name":"scratch","private":true}');
  writeFileSync(join(repository, "requirements.txt"), "openai-agents==0.22.3\n");
  mkdirSync(join(repository, "states"));
  cpSync("corpus/resume/1.17-approval-pending.json", join(repository, "states/good.runstate.json"));
  cpSync("corpus/resume/1.21-approval-pending.json", join(repository, "states/new.runstate.json"));
});

/** The one step of action.yml: its script, and which input each variable of its environment has. */
function step(): { script: string; variables: [string, string][] } {
  const text = readFileSync("action.yml", "utf8");
  const [, body = ""] = /^ {6}run: \|\n((?: {8}.*\n?)+)/m.exec(text) ?? [];
  const variables = [...text.matchAll(/^ {8}([A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}$/gm)];
  return {
    script: body.replace(/^ {8}/gm, ""),
    variables: variables.map(([, name = "", input = ""]) => [name, input]),
  };
}

/** Runs the step as a runner does. */
function act(inputs: Record<string, string>) {
  const { script, variables } = step();
  const { FORCE_COLOR: _, RUNSTATE_SDK: __, ...env } = process.env;
  const given = Object.fromEntries(variables.map(([name, input]) => [name, inputs[input] ?? ""]));
  const file = join(repository, "..", `${repository.split("/").pop()}.sh`);
  writeFileSync(file, script);
  const args = ["--noprofile", "--norc", "-eo", "pipefail", file];
  const done = spawnSync("bash", args, { cwd: repository, encoding: "utf8", env: { ...env, ...given } });
  rmSync(file);
  return { code: done.status, out: done.stdout, err: done.stderr };
}

describe("action.yml in a scratch repository", () => {
  it("gives every input to the step", () => {
    const inputs = [...readFileSync("action.yml", "utf8").matchAll(/^ {2}([a-z-]+):\n {4}description/gm)];
    expect(
      step()
        .variables.map(([, input]) => input)
        .sort(),
    ).toEqual(inputs.map(([, input]) => input).sort());
  });

  it("has the inputs that its page names, and the hook its id", () => {
    const page = readFileSync("docs/ci.md", "utf8");
    const [, block = ""] = /uses: OWNER\/REPOSITORY@main\n {2}with:\n((?: {4}.*\n)+)/.exec(page) ?? [];
    const named = [...block.matchAll(/^ {4}([a-z-]+):/gm)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(2);
    for (const name of named) expect(step().variables.map(([, input]) => input)).toContain(name);
    expect(page).toContain(/^- id: (\S+)/.exec(readFileSync(".pre-commit-hooks.yaml", "utf8"))?.[0]);
  });

  it("passes when everything loads", () => {
    const { code, err } = act({ paths: "states" });
    expect(err).toBe("");
    expect(code).toBe(0);
  });

  it("annotates what the deployed release refuses", () => {
    for (const inputs of [{ sdk: "0.22.3" }, { "expect-sdk-from": "requirements.txt" }]) {
      const { code, out } = act({ paths: "states/*.runstate.json", ...inputs });
      expect(code).toBe(1);
      expect(out).toMatch(/^::error file=states\/new\.runstate\.json,line=\d+,col=\d+,title=label-too-new::/m);
    }
  });

  it("tolerates a baseline, takes more options and several paths, and runs no text of an input", () => {
    const known = act({ paths: "states", sdk: "0.22.3", args: "--format json --output base" });
    expect(known.code).toBe(1);
    expect(act({ paths: "states", sdk: "0.22.3", baseline: "base" }).code).toBe(0);
    expect(
      act({ paths: "states/good.runstate.json states/new.runstate.json", args: "--load-only --strict" }).code,
    ).toBe(0);
    const { code, out } = act({ paths: "$(touch-nothing);echo", sdk: '0.22.3"; echo injected' });
    expect(code).toBe(2);
    expect(out).toBe("");
  });
});

describe(".pre-commit-hooks.yaml", () => {
  const text = readFileSync(".pre-commit-hooks.yaml", "utf8");

  it("names the files that the hook is given, and a command that takes them", () => {
    const [, entry = ""] = /^ {2}entry: (.*)$/m.exec(text) ?? [];
    const [, files = ""] = /^ {2}files: (.*)$/m.exec(text) ?? [];
    expect("states/new.runstate.json").toMatch(new RegExp(files));
    expect("states/other.json").not.toMatch(new RegExp(files));
    const given = `PATH="$PWD/node_modules/.bin:$PATH" ${entry} states/new.runstate.json states/good.runstate.json`;
    expect(spawnSync("bash", ["-c", given], { cwd: repository }).status).toBe(0);
  });
});
