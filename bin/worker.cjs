"use strict";

// One thread of `--jobs`: loads the bundle that it is told, which serves from then on.
const { parentPort, workerData } = require("node:worker_threads");
const { loadBundle } = require("./runstate.cjs");

loadBundle(workerData.bundle).exports.serve(parentPort, workerData.plan);
