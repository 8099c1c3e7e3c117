import { existsSync, linkSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { dir, file, lines, old, refusedBelow, relabelled, text } from "./files.ts";

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
