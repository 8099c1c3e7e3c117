"use strict";
// Stands in for node:fs in the single executable: what the program reads of its own comes out of the executable.
const fs = require("node:fs");
const { getRawAsset } = require("node:sea");

const own = "/runstate.sea/";

function assetOf(path) {
  const name = typeof path === "string" ? path.replaceAll("\\", "/") : "";
  if (!name.startsWith(own)) return undefined;
  try {
    return Buffer.from(getRawAsset(name.slice(own.length)));
  } catch {
    const error = new Error(`the executable has no ${name}`);
    throw Object.assign(error, { code: "ENOENT", path });
  }
}

function existsSync(path) {
  try {
    return assetOf(path) !== undefined || fs.existsSync(path);
  } catch {
    return false;
  }
}

function readFileSync(path, options) {
  const asset = assetOf(path);
  if (asset === undefined) return fs.readFileSync(path, options);
  const encoding = typeof options === "string" ? options : options?.encoding;
  return encoding ? asset.toString(encoding) : asset;
}

module.exports = { ...fs, existsSync, readFileSync };
