#!/usr/bin/env node
"use strict";

const { join } = require("node:path");
const { loadBundle } = require("./load.cjs");

const dist = join(__dirname, "..", "dist");

/** The exports of a bundle; undefined when there is no such file. */
function load(name) {
  try {
    return loadBundle(join(dist, name)).exports;
  } catch (error) {
    if (error.code === "ENOENT" && error.path === join(dist, name)) return undefined;
    throw error;
  }
}

const cli = load("cli.cjs");
if (cli === undefined) {
  process.stderr.write(
    "runstate: this checkout is not built yet; run `npm ci` (or `npm run build`) in its folder first.\n",
  );
  process.exitCode = 70;
} else {
  cli
    .main(process.argv.slice(2), (command) => load(join("commands", `${command}.cjs`))?.default)
    .then((code) => {
      // All is written. Going at once spares the system from clearing away what a large document has left in memory, piece by piece.
      process.exit(code);
    });
}
