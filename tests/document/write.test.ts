import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFile } from "../../src/document/files/create-file.ts";
import { writePage } from "../../src/document/files/page-file.ts";
import { replaceFile } from "../../src/document/files/replace-file.ts";

let place = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "runstate-write-"));
});
afterEach(() => rmSync(place, { recursive: true }));

/** The id of the user and the group that own nothing. */
const nobody = 65534;
const bytes = (text: string) => Buffer.from(text);
const seenNow = (file: string) => statSync(file, { bigint: true });

function put(name: string, text: string): string {
  const file = join(place, name);
  writeFileSync(file, text);
  return file;
}

describe("replaceFile", () => {
  test("new bytes, same mode, nothing beside it", () => {
    for (const mode of [0o600, 0o640, 0o664]) {
      const file = put("a.json", "old");
      chmodSync(file, mode);
      expect(replaceFile(file, bytes("new"), { seen: seenNow(file), root: place })).toEqual({});
      expect(readFileSync(file, "utf8")).toBe("new");
      expect(statSync(file).mode & 0o7777).toBe(mode);
    }
    expect(readdirSync(place)).toEqual(["a.json"]);
  });

  test("refused when the file changed: written to, replaced, touched, gone", () => {
    const changes: ((file: string) => void)[] = [
      (file) => writeFileSync(file, "other"),
      (file) => writeFileSync(file, "odl"),
      (file) => {
        writeFileSync(join(place, "x"), "old");
        renameSync(join(place, "x"), file);
      },
      (file) => utimesSync(file, 1, 1),
      (file) => rmSync(file),
    ];
    for (const change of changes) {
      const file = put("a.json", "old");
      utimesSync(file, 1000, 1000);
      const seen = seenNow(file);
      change(file);
      const left = existsSync(file) ? readFileSync(file, "utf8") : undefined;
      expect(replaceFile(file, bytes("new"), { seen, root: place })).toMatchObject({
        fault: { kind: "changed-meanwhile" },
      });
      expect(existsSync(file) ? readFileSync(file, "utf8") : undefined).toBe(left);
      expect(readdirSync(place).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    }
  });

  test("backups are never written over", () => {
    const file = put("a.json", "1");
    const names = [2, 3, 4].map((number) => {
      const done = replaceFile(file, bytes(String(number)), { seen: seenNow(file), root: undefined, backup: true });
      return "backup" in done && done.backup;
    });
    expect(names).toEqual(["", "1", "2"].map((end) => `${file}.bak${end}`));
    expect([file, ...names].map((name) => readFileSync(String(name), "utf8"))).toEqual(["4", "1", "2", "3"]);
  });

  test("links: inside of the tree the target is replaced and the link stays, out of it nothing is", () => {
    mkdirSync(join(place, "tree/sub"), { recursive: true });
    const inside = put("tree/sub/in.json", "old");
    const outside = put("out.json", "old");
    const good = join(place, "tree/good.json");
    const bad = join(place, "tree/bad.json");
    symlinkSync("sub/in.json", good);
    symlinkSync(outside, bad);
    symlinkSync(place, join(place, "tree/folder"));
    expect(replaceFile(good, bytes("new"), { seen: seenNow(good), root: join(place, "tree") })).toEqual({});
    expect([lstatSync(good).isSymbolicLink(), readFileSync(inside, "utf8")]).toEqual([true, "new"]);
    for (const file of [bad, join(place, "tree/folder/out.json")]) {
      const result = replaceFile(file, bytes("new"), { seen: seenNow(file), root: join(place, "tree") });
      expect(result).toMatchObject({ fault: { kind: "link-out-of-tree" } });
    }
    expect(readFileSync(outside, "utf8")).toBe("old");
  });

  test("leftovers of dead runs go, those of living ones stay", () => {
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    const file = put("a.json", "old");
    put(`.a.json.runstate-${dead}.tmp`, "half");
    put(`.b.json.runstate-${process.ppid}.tmp`, "half");
    const own = put(`.a.json.runstate-${process.pid}.tmp`, "half");
    utimesSync(own, 1000, 1000);
    expect(replaceFile(file, bytes("new"), { seen: seenNow(file), root: place })).toEqual({});
    expect(readdirSync(place).sort()).toEqual([`.b.json.runstate-${process.ppid}.tmp`, "a.json"]);
  });

  test("a temporary file that another run holds under our number", () => {
    const file = put("a.json", "old");
    const other = put(`.a.json.runstate-${process.pid}.tmp`, "half");
    expect(replaceFile(file, bytes("new"), { seen: seenNow(file), root: place })).toMatchObject({
      fault: { kind: "busy" },
    });
    expect([readFileSync(file, "utf8"), readFileSync(other, "utf8")]).toEqual(["old", "half"]);
  });

  test("a very long name", () => {
    const file = put(`${"é".repeat(120)}.json`, "old");
    expect(replaceFile(file, bytes("new"), { seen: seenNow(file), root: place })).toEqual({});
  });

  test("a second name keeps the old content", () => {
    const file = put("a.json", "old");
    linkSync(file, join(place, "b.json"));
    expect(replaceFile(file, bytes("new"), { seen: seenNow(file), root: place })).toEqual({});
    expect(readFileSync(join(place, "b.json"), "utf8")).toBe("old");
  });
});

describe("createFile", () => {
  test("with its folders where they may be made, and never over other content", () => {
    const file = join(place, "x/y/a.json");
    expect(createFile(file, bytes("one"))).toMatchObject({
      fault: { sentence: `${file} cannot be written: the folder does not exist` },
    });
    expect(readdirSync(place)).not.toContain("x");
    expect(createFile(file, bytes("one"), { mode: 0o600, folders: true })).toEqual({ written: true });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(createFile(file, bytes("one"))).toEqual({ written: false });
    expect(createFile(file, bytes("two"))).toMatchObject({ fault: { kind: "exists" } });
    expect(readFileSync(file, "utf8")).toBe("one");
    expect(createFile(file, bytes("two"), { force: true })).toEqual({ written: true });
    expect(readFileSync(file, "utf8")).toBe("two");
    expect(readdirSync(join(place, "x/y"))).toEqual(["a.json"]);
  });

  test("a link stays, its target is replaced, and none is followed out of a folder", () => {
    const target = put("target.json", "old");
    const link = join(place, "link.json");
    symlinkSync(target, link);
    mkdirSync(join(place, "out"));
    expect(createFile(link, bytes("new"), { force: true })).toEqual({ written: true });
    expect([lstatSync(link).isSymbolicLink(), readFileSync(target, "utf8")]).toEqual([true, "new"]);
    const inside = join(place, "out/link.json");
    symlinkSync(target, inside);
    expect(createFile(inside, bytes("x"), { force: true, root: join(place, "out") })).toMatchObject({
      fault: { kind: "link-out-of-tree" },
    });
    expect(readFileSync(target, "utf8")).toBe("new");
  });

  test("never a device, whose end never comes", () => {
    const endless = "/dev/zero";
    if (!existsSync(endless)) return;
    for (const force of [false, true])
      expect(createFile(endless, bytes("x"), { force })).toMatchObject({ fault: { kind: "device" } });
    expect(replaceFile(endless, bytes("x"), { seen: seenNow(endless), root: undefined })).toMatchObject({
      fault: { kind: "device" },
    });
    expect(writePage(endless, "<!doctype html>")).toMatchObject({ fault: { kind: "device" } });
  });

  test("where nothing can be written", () => {
    const file = put("a.json", "x");
    const below = join(file, "b.json");
    expect(createFile(below, bytes("x"), { folders: true })).toMatchObject({
      fault: { sentence: `${below} cannot be written: a part of the path is a file, not a folder` },
    });
    if (process.geteuid?.() === 0) return;
    chmodSync(place, 0o555);
    expect(createFile(join(place, "b.json"), bytes("x"))).toMatchObject({
      fault: { sentence: `${join(place, "b.json")} cannot be written: permission denied` },
    });
    expect(replaceFile(file, bytes("y"), { seen: seenNow(file), root: place })).toMatchObject({
      fault: { sentence: `${file} cannot be written: permission denied` },
    });
    chmodSync(place, 0o755);
    expect(readdirSync(place)).toEqual(["a.json"]);
  });

  /** Runs `work` as a user without groups; only root can, and a thread of Node cannot. */
  function asNobody(work: () => void): void {
    const { seteuid, setegid, setgroups, getgroups } = process;
    if (process.geteuid?.() !== 0 || seteuid === undefined || setegid === undefined || setgroups === undefined) return;
    const groups = getgroups?.() ?? [];
    setgroups([]);
    setegid(nobody);
    seteuid(nobody);
    try {
      work();
    } finally {
      seteuid(0);
      setegid(0);
      setgroups(groups);
    }
  }

  test.each([
    ["group", nobody],
    ["owner", 1],
  ])("what belongs to another %s, and says so", (kind, uid) => {
    const file = put("a.json", "x");
    if (process.geteuid?.() === 0) {
      chownSync(place, nobody, nobody);
      chownSync(file, uid, 0);
      chmodSync(file, 0o666);
    }
    asNobody(() => {
      const done = replaceFile(file, bytes("y"), { seen: seenNow(file), root: place });
      expect(done).toMatchObject({ fault: { kind } });
      expect([readFileSync(file, "utf8"), readdirSync(place)]).toEqual(["x", ["a.json"]]);
    });
  });
});
