import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { listInputs } from "../../src/document/files/inputs.ts";
import { readNdjson } from "../../src/document/files/ndjson.ts";
import { openInput, readInput } from "../../src/document/files/read-input.ts";
import { temporaryFolder } from "../temporary.ts";

const place = temporaryFolder();
beforeAll(() => {
  for (const folder of ["tree/b/deep", "tree/odd.json", "empty", "cycle/in", "outside"])
    mkdirSync(join(place, folder), { recursive: true });
  for (const file of [
    "tree/a.json",
    "tree/b/c.json",
    "tree/b/deep/z.json",
    "tree/odd.json/x.json",
    "tree/note.txt",
    "tree/.hidden.json",
    "cycle/in/a.json",
    "outside/o.json",
    "a[1].json",
    "tree/a\nb.json",
  ]) {
    writeFileSync(join(place, file), "{}");
  }
  writeFileSync(join(place, "tree/.a.json.runstate-1.tmp"), "half");
  writeFileSync(join(place, "tree/b/g.json.gz"), gzipSync('{"g": 1}'));
  writeFileSync(join(place, "bad.json.gz"), gzipSync('{"g": 1}').subarray(0, 15));
  symlinkSync(join(place, "cycle"), join(place, "cycle/in/back"));
  symlinkSync(join(place, "outside"), join(place, "tree/link"));
  symlinkSync(join(place, "nowhere"), join(place, "tree/b/dangling.json"));
  symlinkSync(join(place, "loop-b.json"), join(place, "loop-a.json"));
  symlinkSync(join(place, "loop-a.json"), join(place, "loop-b.json"));
});

async function names(paths: string[], ignore: string[] = []): Promise<string[]> {
  const entries = await listInputs(
    paths.map((path) => join(place, path)),
    { ignore: ignore.map((one) => one.replace("PLACE", place)) },
  );
  return entries.map(
    ({ file, fault }) => file.slice(place.length + 1) + (fault === undefined ? "" : ` ! ${fault.kind}`),
  );
}

describe("listInputs", () => {
  const tree = [
    "tree/.hidden.json",
    "tree/a\nb.json",
    "tree/a.json",
    "tree/b/c.json",
    "tree/b/dangling.json ! link-to-nothing",
    "tree/b/deep/z.json",
    "tree/b/g.json.gz",
    "tree/link/o.json",
    "tree/odd.json/x.json",
  ];

  test.each<[string[], string[]]>([
    [["tree"], tree],
    [["tree/"], tree],
    [["cycle"], ["cycle/in/a.json"]],
    [["empty"], ["empty ! no-match"]],
    [
      ["missing.json", "tree/a.json"],
      ["missing.json ! missing", "tree/a.json"],
    ],
    [["tree/a.json", "tree/a.json"], ["tree/a.json"]],
    [["tree/note.txt"], ["tree/note.txt"]],
    [["loop-a.json"], ["loop-a.json ! link-loop"]],
    [["tree/b/dangling.json"], ["tree/b/dangling.json ! link-to-nothing"]],
    [["tree/a.json/x.json"], ["tree/a.json/x.json ! below-a-file"]],
    [["a[1].json"], ["a[1].json"]],
    [["tree/*.json"], ["tree/.hidden.json", "tree/a\nb.json", "tree/a.json", "tree/odd.json/x.json"]],
    [["tree/b/**/*.json"], ["tree/b/c.json", "tree/b/deep/z.json"]],
    // A pattern ends in a circle of links, too, though not at once.
    [["cycle/**/*.json"], ["cycle/in/a.json", "cycle/in/back/in/a.json"]],
    [["nothing-*.json"], ["nothing-*.json ! no-match"]],
    [["x\0.json"], ["x\0.json ! bad-name"]],
  ])("%j", async (paths, expected) => {
    expect(await names(paths)).toEqual(expected);
  });

  test.each<[string[], string[], string[]]>([
    [["tree/b"], ["deep"], ["tree/b/c.json", "tree/b/dangling.json ! link-to-nothing", "tree/b/g.json.gz"]],
    [["tree/b"], ["**/*.gz", "dangling.json"], ["tree/b/c.json", "tree/b/deep/z.json"]],
    [["tree/b"], ["PLACE/tree/b/deep/**", "*.gz", "d*"], ["tree/b/c.json"]],
    [["tree/b/c.json", "tree/note.txt"], ["*.json"], ["tree/note.txt"]],
    [["tree/b/c.json"], ["*.json"], ["tree/b/c.json ! no-match"]],
    [["tree/*.json"], ["a.json", "odd.json"], ["tree/.hidden.json", "tree/a\nb.json"]],
    [["tree"], ["b", "link", "odd.json/**"], ["tree/.hidden.json", "tree/a\nb.json", "tree/a.json"]],
    [["cycle"], ["x"], ["cycle/in/a.json"]],
  ])("%j without %j", async (paths, ignore, expected) => {
    expect(await names(paths, ignore)).toEqual(expected);
  });

  test("devices are refused, no operand is standard input", async () => {
    expect(await listInputs(["/dev/null"])).toMatchObject([{ file: "/dev/null", fault: { kind: "no-regular-file" } }]);
    expect(await listInputs([])).toEqual([{ file: "-", root: undefined }]);
  });
});

describe("readInput", () => {
  const entry = (file: string) => ({ file: join(place, file), root: undefined });

  test("files and gzip files", async () => {
    const plain = await readInput(entry("tree/a.json"));
    expect("bytes" in plain && plain.bytes.toString()).toBe("{}");
    const packed = await readInput(entry("tree/b/g.json.gz"));
    expect("bytes" in packed && packed.bytes.toString()).toBe('{"g": 1}');
    expect("seen" in packed && packed.seen?.size).not.toBe(8n);
  });

  test("what cannot be read", async () => {
    for (const [file, kind] of [
      ["bad.json.gz", "bad-gzip"],
      ["tree", "folder"],
      ["gone.json", "missing"],
    ] as const) {
      expect(await readInput(entry(file))).toMatchObject({ fault: { kind, sentence: expect.stringContaining(file) } });
    }
  });

  test("a name that is no UTF-8", async () => {
    const folder = join(place, "latin");
    mkdirSync(folder);
    try {
      writeFileSync(Buffer.from(`${folder}/caf\xe9.json`, "latin1"), "{}");
    } catch {
      return; // Some file systems take no such name.
    }
    const [entry] = await listInputs([folder]);
    expect(entry?.file).toBe(`${folder}/caf\ufffd.json`);
    const read = entry === undefined ? undefined : await readInput(entry);
    expect(read).toMatchObject({ fault: { kind: "name-lost" } });
  });

  test("a named pipe", async () => {
    execFileSync("mkfifo", [join(place, "pipe")]);
    execFileSync("sh", ["-c", `(printf '{"p": 1}' > "${join(place, "pipe")}") > /dev/null 2>&1 &`]);
    const [listed] = await listInputs([join(place, "pipe")]);
    const read = listed && (await readInput(listed));
    expect(read && "bytes" in read && read.bytes.toString()).toBe('{"p": 1}');
  });
});

describe("readNdjson", () => {
  async function lines(chunks: Buffer[], longest?: number): Promise<unknown[]> {
    const found = [];
    for await (const line of readNdjson(Readable.from(chunks), longest === undefined ? {} : { longest }))
      found.push("fault" in line ? [line.line, line.fault.rule] : [line.line, line.text]);
    return found;
  }

  test("lines over any cuts of the stream", async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"é": 1}\r\n\n \t\r\n'),
      Buffer.from([0xff, 10]),
      Buffer.from("null\n[1]"),
    ]);
    const expected = [
      [1, '{"é": 1}\r'],
      [4, "not-utf8"],
      [5, "null"],
      [6, "[1]"],
    ];
    for (let size = 1; size <= bytes.length; size++) {
      const chunks = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      expect(await lines(chunks)).toEqual(expected);
    }
    expect(await lines([])).toEqual([]);
  });

  test("blank lines in their places, for who asks", async () => {
    const found: (number | string)[] = [];
    const onBlank = (text: string) => found.push(text);
    for await (const { line } of readNdjson(Readable.from([Buffer.from("\n1\n\r\n\n2\n \t")]), { onBlank }))
      found.push(line);
    expect(found).toEqual(["", 2, "\r", "", 5, " \t"]);
  });

  test("the bytes of lines that are faults, for who asks", async () => {
    const bytes = Buffer.from(`1\n\xff\r\n${"x".repeat(25)}\n\xff2\n`, "latin1");
    for (const size of [1, 7, 100]) {
      const found: [number, string][] = [];
      let pieces = "";
      const onFaulty = (piece: Buffer) => {
        pieces += piece.toString("latin1");
      };
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      for await (const { line } of readNdjson(Readable.from(chunks), { longest: 20, onFaulty })) {
        found.push([line, pieces]);
        pieces = "";
      }
      expect(found).toEqual([
        [1, ""],
        [2, "\xff\r"],
        [3, "x".repeat(25)],
        [4, "\xff2"],
      ]);
    }
  });

  test("a line too long is a fault and not the end", async () => {
    for (const chunks of [["x".repeat(20), "x\nnull\n"], [`${"x".repeat(21)}\nnull\n`]]) {
      expect(
        await lines(
          chunks.map((chunk) => Buffer.from(chunk)),
          20,
        ),
      ).toEqual([
        [1, "too-large"],
        [2, "null"],
      ]);
    }
  });

  test("a gzip file, and one that ends too soon", async () => {
    const stream = await openInput({ file: join(place, "tree/b/g.json.gz"), root: undefined });
    const found = [];
    for await (const line of readNdjson(stream)) found.push(line);
    expect(found).toEqual([{ line: 1, text: '{"g": 1}' }]);
    const cut = await openInput({ file: join(place, "bad.json.gz"), root: undefined });
    await expect(readNdjson(cut).next()).rejects.toThrow();
    const gone = await openInput({ file: join(place, "gone.json"), root: undefined });
    await expect(readNdjson(gone).next()).rejects.toThrow("ENOENT");
  });
});
