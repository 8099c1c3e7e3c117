import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { dir, file, lines, newer, old, refusedBelow, relabelled, text } from "./files.ts";

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
