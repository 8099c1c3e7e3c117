import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the interpreter says: its version, what is installed there, and its answers by a piece of the text it is asked about. */
interface Said {
  readonly python?: readonly number[];
  readonly found?: object;
  /** The first whose key stands in the text; else the text loads. */
  readonly answers?: Readonly<Record<string, object>>;
  /** What a wrapper or a library prints before each of them. */
  readonly noise?: string;
}

/** Writes a program that talks as the Python of an environment does, so that the conversation is tested without an SDK. */
export function fakePython(folder: string, name: string, said: Said): string {
  const path = join(folder, name);
  const { python = [3, 11, 7], found = {}, answers = {}, noise = "" } = said;
  writeFileSync(
    path,
    `#!${process.execPath}
const say = (value) => process.stdout.write(${JSON.stringify(noise)} + "\\n" + JSON.stringify(value) + "\\n");
say(${JSON.stringify({ python })});
let first = true;
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  if (first) say(${JSON.stringify(found)});
  else {
    const { text } = JSON.parse(line);
    const key = Object.keys(${JSON.stringify(answers)}).find((piece) => text.includes(piece));
    if (key === "DIE") process.exit(3);
    if (key === "HANG") {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
      require("node:fs").writeFileSync(__filename + ".hangs", String(process.pid));
      for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
    say(key === undefined ? { ok: true } : ${JSON.stringify(answers)}[key]);
  }
  first = false;
});
`,
  );
  chmodSync(path, 0o755);
  return path;
}
