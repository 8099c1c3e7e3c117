// The built command line inside this process: thousands of runs a second, and a crash is an exit code 70 like anywhere else.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { loadBundle } = createRequire(import.meta.url)("../../bin/runstate.cjs");
const dist = join(import.meta.dirname, "../../dist");

function memorySink() {
  let text = "";
  return { isTty: false, columns: 80, write: (more) => (text += more), flush() {}, close() {}, text: () => text };
}

/** Gives `run(argv) → {code, out, err, milliseconds}`. Throws when dist/ is not built. */
export function loadCommandLine() {
  const bundles = new Map();
  const load = (name) => {
    if (!bundles.has(name))
      bundles.set(name, existsSync(join(dist, name)) ? loadBundle(join(dist, name)).exports : undefined);
    return bundles.get(name);
  };
  const { main } = load("cli.cjs");
  return async (argv) => {
    const stdout = memorySink();
    const stderr = memorySink();
    const start = performance.now();
    const code = await main(argv, (command) => load(`commands/${command}.cjs`)?.default, { stdout, stderr });
    return { code, out: stdout.text(), err: stderr.text(), milliseconds: performance.now() - start };
  };
}
