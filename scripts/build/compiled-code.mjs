import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const { codeStamp, hashLength, loadBundle } = require("../../bin/runstate.cjs");

/** Messages, calls and outputs, as most checkpoints have them; and one of which there is something to say. */
const sample = "corpus/resume/1.21-parallel-one-pending.json";
const remarkable = "corpus/resume/1.21-held-write-current-response.json";

/** Command lines that are run before the code is kept: V8 compiles a function when it is first called. */
const warmUps = [
  ["validate", "--format", "json", sample],
  ["validate", "--format", "jsonl", remarkable],
  ["validate", remarkable],
  ["inspect", sample],
  ["migrate", "--to", "1.21", "--dry-run", "corpus/resume/1.17-approval-pending.json"],
  ["migrate", "--to", "1.17", "--dry-run", sample],
  ["settle", "--session", "none", sample],
  ["doctor", sample],
];

/** Makes a function of each bundle, as `require` does, and puts its hash into the first line, so that kept code can be told from code of
 * another build. */
export function stampBundles(dist, names) {
  for (const name of names) {
    const text = readFileSync(join(dist, name), "latin1");
    // esbuild escapes what is no ASCII in strings, but not in regular expressions.
    if (!/^[\0-\x7f]*$/.test(text)) throw new Error(`${name} holds a regular expression that is not ASCII`);
    const hash = createHash("sha256").update(text).digest("hex").slice(0, hashLength);
    const body = `(function (exports, require, module, __filename, __dirname) {${text}\n})`;
    writeFileSync(join(dist, name), `//${hash}\n${body}`, "latin1");
  }
}

/** Runs the command line on a sample and writes what V8 compiled beside each bundle. */
export async function keepCompiledCode(dist, names, root) {
  const scripts = new Map();
  const load = (name) => {
    if (!existsSync(join(dist, name))) return undefined;
    const { exports, script } = loadBundle(join(dist, name));
    scripts.set(name, script);
    return exports;
  };
  const loaded = new Map(names.map((name) => [name, load(name)]));
  const sink = () => ({ isTty: false, columns: 80, write() {}, flush() {}, close() {} });
  const folder = process.cwd();
  process.chdir(root);
  for (const argv of warmUps) {
    await loaded
      .get("cli.cjs")
      .main(argv, (command) => loaded.get(`commands/${command}.cjs`)?.default, { stdout: sink(), stderr: sink() });
  }
  process.chdir(folder);
  for (const [name, script] of scripts) {
    const stamp = codeStamp(readFileSync(join(dist, name), "latin1"));
    writeFileSync(join(dist, `${name}.cache`), Buffer.concat([Buffer.from(stamp), script.createCachedData()]));
  }
}
