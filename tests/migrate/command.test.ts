import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { unifiedDiff } from "../../src/report/migrate/unified-diff.ts";
import { runCli } from "../cli/run-cli.ts";
import { inputOf } from "./cases.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "runstate-migrate-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const old = JSON.stringify(inputOf("up_1.17_s2_decided"), undefined, 2);
const newer = inputOf("down_1.13_s2_decided");
const refusedBelow = JSON.stringify(inputOf("down_1.13_s12_pending_input"));

function file(name: string, content: string | Buffer): string {
  const path = join(dir, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const text = (path: string) => readFileSync(path, "utf8");
const relabelled = old.replace('"1.17"', '"1.21"');
const patchProgram = "patch";
const lines = (path: string) =>
  text(path)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as JsonObject);

describe("migrate: where results go", () => {
  it("prints the one document", async () => {
    const done = await runCli("migrate", "--to", "1.21", file("a.json", old));
    expect([done.code, done.out]).toEqual([0, relabelled]);
  });

  it("takes the label that a release writes", async () => {
    const done = await runCli("migrate", "--for-sdk", "0.24.0", file("a.json", old));
    expect(done.out).toBe(relabelled);
  });

  it("asks what to do with several", async () => {
    file("a.json", old);
    file("b.json", old);
    const done = await runCli("migrate", "--to", "1.21", dir);
    expect([done.code, done.out]).toEqual([2, ""]);
    expect(done.err).toContain("--write");
  });

  it("rewrites in place, keeps modes and backups, and leaves finished files alone", async () => {
    const path = file("in/a.json", old);
    chmodSync(path, 0o640);
    file("in/done.json", relabelled);
    const done = await runCli("migrate", "--to", "1.21", "--write", "--backup", join(dir, "in"));
    expect(done.code).toBe(0);
    expect([text(path), text(`${path}.bak`), statSync(path).mode & 0o777]).toEqual([relabelled, old, 0o640]);
    expect(readdirSync(join(dir, "in")).sort()).toEqual(["a.json", "a.json.bak", "done.json"]);
    expect(done.out).toContain("2 checkpoints: 1 migrated, 1 unchanged, 0 refused, 0 invalid");
    writeFileSync(path, old);
    await runCli("migrate", "--to", "1.21", "--write", "--backup", join(dir, "in"));
    expect(existsSync(`${path}.bak1`)).toBe(true);
  });

  it("says at the end in how many of several files each rule was found", async () => {
    for (const name of ["a", "b"]) file(`in/${name}.json`, refusedBelow);
    file("in/c.json", relabelled);
    const run = (...more: string[]) => runCli("migrate", "--to", "1.13", "--dry-run", join(dir, "in"), ...more);
    expect((await run()).out).toMatch(/\n3 checkpoints: .*\n(?: {2}\d {2}\S+\n)* {2}2 {2}staged-input-below-1-15\n/);
    expect((await run("--quiet")).out).not.toMatch(/^ {2}2 {2}/m);
    expect((await runCli("migrate", "--to", "1.13", "--dry-run", join(dir, "in/a.json"))).out).not.toMatch(
      /^ {2}1 {2}/m,
    );
  });

  it("writes a tree, never over other content without --force", async () => {
    file("in/sub/a.json", old);
    const other = file("other/b.json", old);
    const out = join(dir, "out");
    expect((await runCli("migrate", "--to", "1.21", "--out-dir", out, join(dir, "in"))).code).toBe(0);
    expect(text(join(out, "sub/a.json"))).toBe(relabelled);
    expect((await runCli("migrate", "--to", "1.21", "--out-dir", out, join(dir, "in"))).code).toBe(0);
    writeFileSync(join(out, "sub/a.json"), "{}");
    const report = join(dir, "report.ndjson");
    const kept = await runCli("migrate", "--to", "1.21", "--out-dir", out, "--report", report, join(dir, "in"), other);
    expect(kept).toMatchObject({
      code: 2,
      out: expect.stringContaining("0 refused, 0 invalid, 1 not read or written"),
    });
    expect(lines(report)[0]?.status).toBe("refused");
    expect(text(join(out, "sub/a.json"))).toBe("{}");
    expect((await runCli("migrate", "--to", "1.21", "--out-dir", out, "--force", join(dir, "in"))).code).toBe(0);
    expect(text(join(out, "sub/a.json"))).toBe(relabelled);
  });

  it("never writes over an input but by --write, and says when a folder cannot be made", async () => {
    const path = file("in/a.json", old);
    symlinkSync(join(dir, "in"), join(dir, "same"));
    for (const out of ["in", "same"]) {
      const done = await runCli("migrate", "--to", "1.21", "--out-dir", join(dir, out), "--force", join(dir, "in"));
      expect([done.code, done.err]).toEqual([2, expect.stringContaining("is an input of this run")]);
    }
    expect(text(path)).toBe(old);
    symlinkSync(join(dir, "nowhere"), join(dir, "gone"));
    const done = await runCli("migrate", "--to", "1.21", "--out-dir", join(dir, "gone"), path);
    expect([done.code, done.err]).toEqual([2, expect.stringContaining("the folder does not exist")]);
  });

  it("does not write two files of one name into a folder", async () => {
    const done = await runCli(
      "migrate",
      "--to",
      "1.21",
      "--out-dir",
      join(dir, "out"),
      "--force",
      file("a/x.json", old),
      file("b/x.json", `${old} `),
    );
    expect(done.code).toBe(2);
    expect(done.err).toContain("x.json has the result of another input of this run");
    expect(done.err).not.toContain("--force");
    expect(text(join(dir, "out/x.json"))).toBe(relabelled);
  });

  it("refuses links out of the tree, and writes the rest", async () => {
    const outside = file("outside.json", old);
    const inside = file("tree/a.json", old);
    symlinkSync(outside, join(dir, "tree/link.json"));
    const done = await runCli("migrate", "--to", "1.21", "--write", join(dir, "tree"));
    expect([done.code, text(outside), text(inside)]).toEqual([1, old, relabelled]);
  });

  it("keeps a wrapper, a text inside a text, and gzip", async () => {
    const wrapped = `{"id": 1.0, "state": ${old}, "n": 1e400}`;
    expect((await runCli("migrate", "--to", "1.21", "--at", "/state", file("w.json", wrapped))).out).toBe(
      wrapped.replace('"1.17"', '"1.21"'),
    );
    const twice = JSON.stringify(old);
    expect((await runCli("migrate", "--to", "1.21", "--at", "", file("s.json", twice))).out).toBe(
      JSON.stringify(relabelled),
    );
    const packed = file("z/a.json.gz", gzipSync(old));
    await runCli("migrate", "--to", "1.21", "--write", join(dir, "z"));
    expect(gunzipSync(readFileSync(packed)).toString()).toBe(relabelled);
  });

  it("takes lines, leaves out what it refuses, and names it", async () => {
    const input = file("states.ndjson", `${JSON.stringify(newer)}\nnonsense\n\n${refusedBelow}\n`);
    const report = join(dir, "report.ndjson");
    const done = await runCli("migrate", "--to", "1.13", "--ndjson", "--report", report, input);
    expect([done.code, done.out.trim().split("\n").length]).toEqual([1, 1]);
    expect(lines(report).map(({ line, status }) => [line, status])).toEqual([
      [1, "migrated"],
      [2, "invalid"],
      [4, "refused"],
    ]);
    const copied = await runCli("migrate", "--to", "1.13", "--ndjson", "--keep-going", "copy", input);
    expect([copied.code, copied.out.split("\n").slice(1)]).toEqual([1, ["nonsense", "", refusedBelow, ""]]);
    const odd = Buffer.from("\xff\xfe{}\r\n\n\xff", "latin1");
    const options = ["--to", "1.13", "--ndjson", "--keep-going", "copy", file("odd.ndjson", odd)];
    expect((await runCli("migrate", ...options)).out).toBe("\xff\xfe{}\r\n\n\xff\n");
    expect((await runCli("migrate", ...options, "--dry-run")).out).not.toContain("\xff");
  });
});

describe("migrate: lines without a checkpoint", () => {
  it("reports a line that has nothing at --at, and copies it", async () => {
    const rows = `{"id":1}\n${JSON.stringify({ state: newer })}\n[1]\n`;
    const report = join(dir, "report.ndjson");
    const options = ["--ndjson", "--at", "/state", "--to", "1.21", "--report", report];
    const done = await runCli("migrate", ...options, "--keep-going", "copy", file("rows.ndjson", rows));
    expect([done.code, done.out]).toEqual([1, rows]);
    expect(lines(report).map(({ line, status }) => [line, status])).toEqual([
      [1, "invalid"],
      [2, "unchanged"],
      [3, "invalid"],
    ]);
    expect(JSON.stringify(lines(report)[0])).toContain("nothing at /state");
    const left = await runCli("migrate", ...options, join(dir, "rows.ndjson"));
    expect([left.code, left.out.split("\n").length]).toEqual([1, 2]);
    const alone = await runCli("migrate", "--at", "/state", "--to", "1.21", file("alone.json", '{"id":1}'));
    expect([alone.code, alone.out]).toEqual([2, ""]);
  });
});

describe("migrate: many lines", () => {
  it("tells of a rule twenty times and then only counts it, while the report names every line", async () => {
    const input = file("faulty.ndjson", "[]\n".repeat(30));
    const report = join(dir, "report.ndjson");
    const { code, out, err } = await runCli("migrate", "--to", "1.21", "--ndjson", "--report", report, input);
    expect([code, out]).toEqual([1, ""]);
    expect(err.match(/error {2}not-a-checkpoint/g)).toHaveLength(20);
    expect(err.match(/told 20 times/g)).toHaveLength(1);
    expect(err).toContain("  30  not-a-checkpoint\n");
    expect(lines(report)).toHaveLength(30);
    const planned = await runCli("migrate", "--to", "1.21", "--ndjson", "--dry-run", input);
    expect(planned.out.match(/error {2}not-a-checkpoint/g)).toHaveLength(30);
  });
});

describe("migrate: looking only", () => {
  it("prints the plan", async () => {
    const done = await runCli("migrate", "--to", "1.13", "--dry-run", file("a.json", JSON.stringify(newer)));
    expect(done.code).toBe(0);
    expect(done.out).toMatch(/a\.json {2}migrated, 1\.21 to 1\.13, \d+ edits/);
    expect(done.out).toContain("remove  /context/tool_invocations  degraded  ledger-dropped");
  });

  it("prints the plan as data", async () => {
    const done = await runCli("migrate", "--to", "1.21", "--dry-run", "--format", "json", file("a.json", old));
    const [result] = JSON.parse(done.out).results;
    expect(result).toMatchObject({ from: "1.17", to: "1.21", status: "migrated", line: null });
    expect(result.edits).toEqual([
      expect.objectContaining({
        op: "replace",
        path: "/$schemaVersion",
        value: "1.21",
        loss: "none",
        rule: "migrate-label",
      }),
    ]);
  });

  it("prints a diff without the document's values", async () => {
    const path = file("a.json", old);
    const done = await runCli("migrate", "--to", "1.21", "--diff", path);
    expect(done.out).toContain('-  "$schemaVersion": "1.17",\n+  "$schemaVersion": "1.21",\n');
    expect(done.out).not.toContain("Main");
    expect((await runCli("migrate", "--to", "1.21", "--diff", "--show-values", path)).out).toContain("Main");
    expect(text(path)).toBe(old);
  });

  const indented = JSON.stringify(newer, undefined, 2);
  const lastLabel = ({ $schemaVersion, ...rest }: JsonObject) =>
    JSON.stringify({ ...rest, $schemaVersion }, undefined, 2);
  it.each([
    ["lines", `${indented}\n`],
    ["no line break at the end", lastLabel(newer)],
    ["one line", JSON.stringify(newer)],
    ["CRLF", `${indented}\n`.replaceAll("\n", "\r\n")],
    ["what moves a cursor", indented.replace('"current_agent": {', '"current_agent": {"odd": "\u2028\u202e\x7f",')],
  ])("prints a diff that `patch` takes: %s", async (_what, content) => {
    const path = file("b.json", content);
    const { out } = await runCli("migrate", "--to", "1.4", path);
    const diff = await runCli("migrate", "--to", "1.4", "--diff", "--show-values", "--quiet", path);
    const patch = spawnSync(patchProgram, ["-s", "--binary", "--fuzz=0", path], { input: diff.out });
    if (patch.error !== undefined) return; // No `patch` here.
    expect([patch.status, text(path)]).toEqual([0, out]);
  });

  it.each([
    ['{"a": 1}\n', '{"a": 1}'],
    ['{"a": 1}', '{"a": 1}\n'],
    ['{"a": 1}\n', '{"a": 2}\n\n\n\n\n'],
    ['\n\n{"a": 1}\n\n\n', '{"a": 1}'],
  ])("a diff of %j and %j is a patch too", (before, after) => {
    const path = file("b.json", before);
    const patch = spawnSync(patchProgram, ["-s", "--fuzz=0", path], {
      input: unifiedDiff(path, before, after, "exact"),
    });
    if (patch.error !== undefined) return; // No `patch` here.
    expect([patch.status, text(path)]).toEqual([0, after]);
  });

  it("masks texts of any length in a diff, and no names", () => {
    const long = "s3cret ".repeat(3_000_000);
    const [before, after] = ["1.0", "1.1"].map((label) => JSON.stringify({ $schemaVersion: label, 'a"b': long }));
    expect(unifiedDiff("a.json", String(before), String(after), "masked")).toBe(
      [
        "--- a.json\n+++ a.json\n@@ -1,1 +1,1 @@",
        '-{"$schemaVersion":"1.0","a\\"b":"…"}',
        '+{"$schemaVersion":"1.1","a\\"b":"…"}\n',
      ].join("\n"),
    );
  });

  it("--check ends with 1 when something would change", async () => {
    const path = file("a.json", old);
    expect((await runCli("migrate", "--to", "1.21", "--check", path)).code).toBe(1);
    expect((await runCli("migrate", "--to", "1.17", "--check", path)).code).toBe(0);
    expect(text(path)).toBe(old);
  });

  it("leaves what has the label already, and warns that its reader rejects it: a rejected document is exit 1", async () => {
    const same = "corpus/negative/action-tool-name-unusable.json";
    const done = await runCli("migrate", "--to", "1.21", same);
    expect([done.code, done.out]).toEqual([1, text(same)]);
    expect(done.err).toMatch(/warning {2}unchanged-rejected[\s\S]*Way out:/);
  });

  it("fails for a warning under --strict alone, and tells it under --quiet too", async () => {
    const args = ["migrate", "--to", "1.19", "--quiet", "corpus/resume/1.21-approval-pending.json"];
    expect(await runCli(...args)).toMatchObject({ code: 0, err: "" });
    const strict = await runCli(...args, "--strict");
    expect(strict.code).toBe(1);
    expect(strict.err).toContain("migrate-target-unreleased");
  });

  it("says what it refuses, and how to go on", async () => {
    const done = await runCli("migrate", "--to", "1.13", file("a.json", refusedBelow));
    expect([done.code, done.out]).toEqual([1, ""]);
    expect(done.err).toContain("staged-input-below-1-15");
    expect(done.err).toContain("--allow-loss");
    const forced = await runCli(
      "migrate",
      "--to",
      "1.13",
      "--allow-loss",
      "staged-input-below-1-15",
      file("a.json", refusedBelow),
    );
    expect([forced.code, JSON.parse(forced.out).$schemaVersion]).toEqual([0, "1.13"]);
    expect(forced.err).toContain("unsafe  staged-input-below-1-15");
  });

  it("offers to take on a loss only where the target then reads the file", async () => {
    const program = new URL("../../corpus/features/1.21-programmatic-pending.json", import.meta.url).pathname;
    const flag = ["--allow-loss", "program-items-below-1-13"];
    const said = async (to: string) =>
      (await runCli("migrate", "--to", to, program)).err.replaceAll(/\s+/g, " ").split("`--allow-loss")[1];
    expect(await said("1.12")).toMatch(/^ program-items-below-1-13`: the items stay/);
    expect(await said("1.11")).toMatch(/^ program-items-below-1-13` does not help here: 0\.18\.0 would not read/);
    expect((await runCli("migrate", "--to", "1.12", ...flag, program)).code).toBe(0);
    expect(await runCli("migrate", "--to", "1.11", ...flag, program)).toMatchObject({ code: 1, out: "" });
  });

  it.each([
    [["--to", "1.99"]],
    [["--to", "1.21", "--for-sdk", "0.24.0"]],
    [[]],
    [["--for-sdk", "draft-1.18"]],
    [["--to", "1.21", "--write", "--check"]],
    [["--to", "1.21", "--backup"]],
    [["--to", "1.21", "--force"]],
    [["--to", "1.9", "--assume", "max-turns=no"]],
    [["--to", "1.9", "--allow-loss", "held-writ"]],
    [["--to", "1.9", "--keep-going", "copy"]],
  ])("%j is wrong usage", async (options) => {
    const done = await runCli("migrate", ...options, file("a.json", old));
    expect([done.code, done.out]).toEqual([2, ""]);
    expect(done.err).not.toBe("");
  });
});

describe("migrate: there and back", () => {
  const original = JSON.stringify(newer, undefined, 4);
  const paths = () => ({ kept: join(dir, "kept.ndjson"), a: file("a.json", original) });

  it("gives the original back byte for byte", async () => {
    const { kept, a } = paths();
    const down = await runCli("migrate", "--to", "1.4", "--keep-dropped", kept, a);
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    const up = await runCli("migrate", "--to", "1.21", "--restore", kept, file("down.json", down.out));
    expect([up.code, up.out]).toEqual([0, original]);
  });

  it.each(["--report", "--keep-dropped"])("%s gives no plain text under a packed name", async (option) => {
    const { a } = paths();
    const packed = `${a}.lines.gz`;
    const { code, out, err } = await runCli("migrate", "--to", "1.4", option, packed, a);
    expect([code, out, existsSync(packed)]).toEqual([2, "", false]);
    expect(err).toContain("leave out the .gz");
  });

  it("puts back what still fits when the old release saved it again", async () => {
    const { kept, a } = paths();
    const down = await runCli("migrate", "--to", "1.4", "--keep-dropped", kept, a);
    const saved = JSON.stringify({ ...JSON.parse(down.out), trace: { id: "t" } });
    const up = await runCli("migrate", "--to", "1.21", "--restore", kept, file("down.json", saved));
    expect(up.code).toBe(0);
    const state = JSON.parse(up.out);
    expect([state.trace, state.$schemaVersion]).toEqual([{ id: "t" }, "1.21"]);
    expect(state.context.function_tool_approvals).toEqual((newer.context as JsonObject).function_tool_approvals);
    expect((await runCli("validate", "--load-only", file("up.json", up.out))).code).toBe(0);
  });

  it("puts nothing back into a run that went on, and says so", async () => {
    const { kept, a } = paths();
    const down = await runCli("migrate", "--to", "1.4", "--keep-dropped", kept, a);
    const saved = JSON.stringify({ ...JSON.parse(down.out), current_turn: 9 });
    const up = await runCli("migrate", "--to", "1.21", "--restore", kept, file("down.json", saved));
    expect(JSON.parse(up.out).context.function_tool_approvals).toBeUndefined();
    expect(up.err).toContain("restore-piece-lost");
  });

  it("puts no decision back into a run in which something was decided since: an old approval would run what was rejected", async () => {
    const { kept, a } = paths();
    const down = await runCli("migrate", "--to", "1.17", "--keep-dropped", kept, a);
    const saved = JSON.parse(down.out);
    const [tool = ""] = Object.keys(saved.context.approvals);
    saved.context.approvals[tool].rejected.push("call_later");
    const up = await runCli("migrate", "--to", "1.21", "--restore", kept, file("down.json", JSON.stringify(saved)));
    const { context } = JSON.parse(up.out);
    expect([up.code, context.function_tool_approvals, context.approvals]).toEqual([
      0,
      undefined,
      saved.context.approvals,
    ]);
    expect(up.err).toContain("restore-piece-lost");
  });

  describe("two originals that became the same text", () => {
    const corpus = (name: string) => text(new URL(`../../corpus/features/${name}`, import.meta.url).pathname);
    const one = corpus("1.21-reasoning-omit-ids-pending.json");
    const other = corpus("1.21-reasoning-pending.json");
    const flat = (json: string) => JSON.stringify(JSON.parse(json));
    const kept = () => join(dir, "kept.ndjson");
    const down = async (...paths: string[]) =>
      runCli("migrate", "--to", "1.0", "--keep-dropped", kept(), "--write", ...paths);
    const up = async (...more: string[]) => runCli("migrate", "--to", "1.21", "--restore", kept(), ...more);

    it("go back to their own files, also in a copy of the folder", async () => {
      const [a, b] = [file("c/a.json", one), file("c/b.json", other)];
      await down(join(dir, "c"));
      expect(text(a)).toBe(text(b));
      file("copy/c/a.json", text(a));
      file("copy/c/b.json", text(b));
      for (const folder of ["c", "copy/c"]) {
        expect((await up("--write", join(dir, folder))).code).toBe(0);
        expect([text(join(dir, folder, "a.json")), text(join(dir, folder, "b.json"))]).toEqual([one, other]);
      }
    });

    it("are refused under a name that says nothing, and left to be restored later", async () => {
      const a = file("c/a.json", one);
      await down(a, file("c/b.json", other));
      const lost = file("lost.json", text(a));
      const done = await up("--write", lost);
      expect([done.code, text(lost)]).toEqual([1, text(a)]);
      expect(done.out.replaceAll(/\s+/g, " ")).toContain(`different originals: ${a}, ${join(dir, "c/b.json")}.`);
      const plain = await up("--allow-loss", "restore-ambiguous", lost);
      expect([plain.code, plain.out]).toEqual([0, (await runCli("migrate", "--to", "1.21", lost)).out]);
    });

    it("are told apart by their lines, unless a line is gone between", async () => {
      const input = file("in.ndjson", `${flat(one)}\n${flat(other)}\n`);
      const older = await runCli("migrate", "--to", "1.0", "--ndjson", "--keep-dropped", kept(), input);
      expect((await up("--ndjson", file("older.ndjson", older.out))).out).toBe(text(input));
      rmSync(kept());
      const gap = file("gap.ndjson", `nonsense\n${text(input)}`);
      const moved = await runCli("migrate", "--to", "1.0", "--ndjson", "--keep-dropped", kept(), gap);
      expect(moved.out).toBe(older.out);
      expect(await up("--ndjson", file("moved.ndjson", moved.out))).toMatchObject({ code: 1, out: "" });
    });
  });

  it("names what goes back without its values, as one JSON object per input", async () => {
    const kept = join(dir, "kept.ndjson");
    const pending = text(new URL("../../corpus/resume/1.21-pending-input.json", import.meta.url).pathname);
    const odd = pending.replace(
      '"pending_input": [',
      '"pending_input": [ {"role": "user", "content": [NaN, -Infinity, "NaN"]},',
    );
    expect(odd).not.toBe(pending);
    const down = ["--to", "1.9", "--allow-loss", "staged-input-below-1-15", "--keep-dropped", kept];
    const older = file("o.json", (await runCli("migrate", ...down, file("a.json", odd))).out);
    const report = join(dir, "report.ndjson");
    const up = ["--to", "1.21", "--restore", kept, "--dry-run", "--report", report, "--format", "jsonl", older];
    const edited = ({ edits }: JsonObject) =>
      new Map((edits as JsonObject[]).map(({ path, value }) => [path, value] as const));
    const hidden = await runCli("migrate", ...up);
    expect(hidden.out).toBe(text(report));
    expect(hidden.out).not.toContain("Bob");
    const [result = {}] = lines(report);
    expect([edited(result).get("/$schemaVersion"), edited(result).get("/pending_input")]).toEqual(["1.21", "…"]);
    const shown = await runCli("migrate", "--show-values", ...up);
    expect(shown.out.trim().split("\n").length).toBe(1);
    const [first] = edited(JSON.parse(shown.out)).get("/pending_input") as JsonObject[];
    expect(first).toEqual({ role: "user", content: ["NaN", "-Infinity", "NaN"] });
  });

  it("takes no pieces from the record of another file of the run", async () => {
    const { kept, a } = paths();
    await runCli("migrate", "--to", "1.4", "--keep-dropped", kept, "--write", a);
    const saved = JSON.stringify({ ...JSON.parse(text(a)), trace: { id: "t" } });
    const stranger = file("0.json", saved);
    writeFileSync(a, saved);
    expect((await runCli("migrate", "--to", "1.21", "--restore", kept, "--write", stranger, a)).code).toBe(0);
    const approvals = (path: string) => JSON.parse(text(path)).context.function_tool_approvals;
    expect([approvals(stranger), approvals(a) === undefined]).toEqual([undefined, false]);
  });

  it("gives the ledger back when the run stands where it stood and nothing was decided since", async () => {
    const { kept } = paths();
    const state = JSON.parse(text(new URL("../../corpus/resume/1.21-session-pending.json", import.meta.url).pathname));
    const [waiting] = state.current_step.data.interruptions;
    const id = waiting.raw_item.call_id;
    const [ran] = Object.values(state.context.tool_invocations) as JsonObject[];
    state.context.tool_invocations[id] = { ...ran, executed: true, completed: false };
    const a = file("a.json", JSON.stringify(state));
    const flag = ["--allow-loss", "executed-call-below-1-15"];
    const older = JSON.parse((await runCli("migrate", "--to", "1.13", ...flag, "--keep-dropped", kept, a)).out);
    const back = async (saved: JsonObject) => {
      const done = await runCli(
        "migrate",
        "--to",
        "1.21",
        "--restore",
        kept,
        file("saved.json", JSON.stringify(saved)),
      );
      return JSON.parse(done.out).context.tool_invocations[id]?.executed;
    };
    expect(await back({ ...older, trace: { id: "t" } })).toBe(true);
    const decided = { [waiting.tool_name]: { approved: [id], rejected: [] } };
    expect(await back({ ...older, context: { ...older.context, approvals: decided } })).toBe(false);
  });

  it("does not write over a file that is none of its own", async () => {
    const { a } = paths();
    const precious = file("precious.json", "{}");
    expect((await runCli("migrate", "--to", "1.4", "--keep-dropped", precious, a)).code).toBe(2);
    expect(text(precious)).toBe("{}");
  });
});

describe("migrate: files that are not to be lost", () => {
  it.each([[["--output"]], [["--report"]], [["--write", "--report"]], [["--keep-dropped"]]])(
    "refuses the input behind %s",
    async (words) => {
      const a = file("a.json", old);
      linkSync(a, join(dir, "second-name.json"));
      for (const path of [a, join(dir, "second-name.json")]) {
        const { code, err } = await runCli("migrate", "--to", "1.21", a, ...words, path);
        expect([code, err]).toEqual([2, expect.stringContaining("would write over the input")]);
        expect(err.includes("--write")).toBe(words[0] === "--output");
      }
      expect(text(a)).toBe(old);
    },
  );

  it("leaves the file of --output alone when it refuses", async () => {
    const a = file("a.json", refusedBelow);
    const out = file("out.json", "keep");
    expect((await runCli("migrate", "--to", "1.13", a, "--output", out)).code).toBe(1);
    expect((await runCli("migrate", "--to", "1.15", join(dir, "missing.json"), "--output", out)).code).toBe(2);
    expect(text(out)).toBe("keep");
    expect((await runCli("migrate", "--to", "1.21", file("b.json", old), "--output", out)).code).toBe(0);
    expect(text(out)).toBe(relabelled);
  });

  it("leaves its report out of the folder that it walks", async () => {
    file("in/a.json", old);
    const report = join(dir, "in/report.json");
    for (let run = 0; run < 2; run++) {
      const { code } = await runCli("migrate", "--to", "1.21", "--dry-run", join(dir, "in"), "--report", report);
      expect([code, lines(report).length]).toEqual([0, 1]);
    }
  });

  it("packs --output when its name says so, lines too", async () => {
    const a = file("a.json", old);
    const packed = join(dir, "b.json.gz");
    expect((await runCli("migrate", "--to", "1.21", a, "--output", packed)).code).toBe(0);
    expect(gunzipSync(readFileSync(packed)).toString()).toBe(relabelled);
    // More than one part of a gzip file, and characters of two units at any place.
    const line = JSON.stringify({ ...JSON.parse(old), trace: { id: "\u{1f600}".repeat(3000) } });
    const many = file("many.ndjson", `${line}\n`.repeat(50));
    const packedLines = join(dir, "many.ndjson.gz");
    const plain = await runCli("migrate", "--to", "1.21", "--ndjson", many);
    expect((await runCli("migrate", "--to", "1.21", "--ndjson", many, "--output", packedLines)).code).toBe(0);
    expect(gunzipSync(readFileSync(packedLines)).toString()).toBe(plain.out);
    expect((await runCli("validate", "--ndjson", "--load-only", packedLines)).code).toBe(0);
    const none = join(dir, "none.ndjson.gz");
    expect((await runCli("migrate", "--to", "1.21", "--ndjson", file("none.ndjson", ""), "--output", none)).code).toBe(
      0,
    );
    expect(gunzipSync(readFileSync(none)).toString()).toBe("");
  });

  it("takes - for standard output where results go, and nowhere else", async () => {
    const a = file("a.json", old);
    expect((await runCli("migrate", "--to", "1.21", a, "--output", "-")).out).toBe(relabelled);
    for (const option of ["--report", "--keep-dropped", "--out-dir"]) {
      const { code, err } = await runCli("migrate", "--to", "1.21", a, option, "-");
      expect([code, err]).toEqual([2, expect.stringContaining(`${option} does not write to standard output`)]);
    }
    expect(existsSync("-")).toBe(false);
  });

  it("says in words why a file of its own cannot be written", async () => {
    const a = file("a.json", old);
    const { err } = await runCli("migrate", "--to", "1.21", a, "--report", join(dir, "no/report"));
    expect(err).toBe(`runstate: cannot write ${join(dir, "no/report")}: the folder does not exist\n`);
    expect((await runCli("migrate", "--to", "1.21", a, "--keep-dropped", dir)).err).toContain("it is a folder");
  });
});
