#!/usr/bin/env node
"use strict";

const { existsSync } = require("node:fs");
const { join } = require("node:path");

const dist = join(__dirname, "..", "dist");
if (!existsSync(join(dist, "cli.cjs"))) {
  process.stderr.write(
    "runstate: this checkout is not built yet; run `npm ci` (or `npm run build`) in its folder first.\n",
  );
  process.exit(70);
}

const load = (module) => {
  const file = join(dist, "commands", `${module}.cjs`);
  return existsSync(file) ? require(file).default : undefined;
};

require("../dist/cli.cjs")
  .main(process.argv.slice(2), load)
  .then((code) => {
    process.exitCode = code;
  });
