#!/usr/bin/env node
"use strict";

const { readFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");

const dist = join(__dirname, "..", "dist");

/** Characters of the content hash that stands in the first line of a bundle. */
const hashLength = 16;

/** What the compiled code of a bundle begins with: whose it is, text and Node. V8 looks at its own version only, and crashes on code of another
 * release of Node with the same one. */
function codeStamp(source) {
  return `${source.slice(2, 2 + hashLength)} ${process.version} ${process.platform} ${process.arch}\n`;
}

/** Compiled code that the build kept for a bundle. */
function keptCode(file, source) {
  try {
    const bytes = readFileSync(`${file}.cache`);
    const stamp = codeStamp(source);
    if (bytes.latin1Slice(0, stamp.length) === stamp) return bytes.subarray(stamp.length);
  } catch {
    // There is none: an installed package has no cache, and works without.
  }
  return undefined;
}

/** Loads a bundle (a function of CommonJS, ASCII) as `require` would, a third faster because it need not be compiled. A bundle asks for
 * modules of Node only, so that `require` here is as good as one of its own. Undefined for one that a build left unfinished; throws ENOENT when
 * there is none. */
function loadBundle(file) {
  const source = readFileSync(file, "latin1");
  if (!source.startsWith("//")) return undefined;
  const script = new Script(source, { filename: file, cachedData: keptCode(file, source) });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, dirname(file));
  return { exports: module.exports, script };
}

/** The exports of a bundle; undefined when it is not built. */
function load(name) {
  try {
    return loadBundle(join(dist, name))?.exports;
  } catch (error) {
    if (error.code === "ENOENT" && error.path === join(dist, name)) return undefined;
    throw error;
  }
}

function sayUnbuilt() {
  process.stderr.write(
    "runstate: this checkout is not built yet; run `npm ci` (or `npm run build`) in its folder first.\n",
  );
  process.exit(70);
}

async function run() {
  const cli = load("cli.cjs") ?? sayUnbuilt();
  const command = (name) => (load(join("commands", `${name}.cjs`)) ?? sayUnbuilt()).default;
  const code = await cli.main(process.argv.slice(2), command);
  // All is written. Going at once spares the system from clearing away what a large document has left in memory, piece by piece.
  process.exit(code);
}

// The threads of `--jobs` and the build load bundles too. All in one file, because a second one to be found costs every run half a millisecond.
module.exports = { codeStamp, hashLength, loadBundle };
if (require.main === module) run();
