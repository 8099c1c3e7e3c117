import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { inputOf } from "./cases.ts";

/** A folder that each test has for itself. */
export let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "runstate-migrate-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

export const old = JSON.stringify(inputOf("up_1.17_s2_decided"), undefined, 2);
export const relabelled = old.replace('"1.17"', '"1.21"');
export const newer = inputOf("down_1.13_s2_decided");
export const refusedBelow = JSON.stringify(inputOf("down_1.13_s12_pending_input"));

export function file(name: string, content: string | Buffer): string {
  const path = join(dir, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  return path;
}

export const text = (path: string) => readFileSync(path, "utf8");

export const lines = (path: string) =>
  text(path)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as JsonObject);
