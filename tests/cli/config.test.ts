import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig, withConfig } from "../../src/cli/config.ts";
import type { Io } from "../../src/io.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "runstate-config-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, content: unknown) =>
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));

describe("readConfig", () => {
  it("reads .runstaterc.json of the nearest folder upwards", () => {
    put(".runstaterc.json", { sdk: "0.22.3", ignore: ["*.bak.json"] });
    const below = join(folder, "a/b");
    mkdirSync(below, { recursive: true });
    expect(readConfig(below)).toEqual({ sdk: "0.22.3", ignore: ["*.bak.json"] });
  });

  it("reads package.json#runstate, and passes over a package.json without it", () => {
    put("package.json", { name: "x", runstate: { agents: "agents.json" } });
    mkdirSync(join(folder, "sub"));
    writeFileSync(join(folder, "sub/package.json"), "{}");
    expect(readConfig(join(folder, "sub"))).toEqual({ agents: join(folder, "agents.json") });
  });

  it("passes over a package.json that is broken and says nothing of runstate", () => {
    put(".runstaterc.json", { sdk: "0.22.3" });
    mkdirSync(join(folder, "sub"));
    writeFileSync(join(folder, "sub/package.json"), '{"name": "x",}');
    expect(readConfig(join(folder, "sub"))).toEqual({ sdk: "0.22.3" });
    writeFileSync(join(folder, "sub/package.json"), '{"runstate": {},}');
    expect(() => readConfig(join(folder, "sub"))).toThrow(/package\.json is not valid JSON/);
  });

  it.each([
    [{ skd: "0.24.0" }, /unknown key "skd" \(did you mean sdk\?\)/],
    [{ ignore: "x" }, /ignore must be a list of strings/],
    [{ sdk: 24 }, /sdk must be a string/],
    ["{", /is not valid JSON/],
    ["[]", /must be an object/],
  ])("refuses %j", (content, message) => {
    put(".runstaterc.json", content);
    expect(() => readConfig(folder)).toThrow(message);
  });

  it("takes no member of Object.prototype for a key", () => {
    put(".runstaterc.json", '{"constructor": "x"}');
    expect(() => readConfig(folder)).toThrow(/unknown key/);
  });
});

describe("withConfig", () => {
  const io = (env: Record<string, string>) => ({ cwd: folder, env }) as unknown as Io;

  it("lets the option win over the variable, and the variable over the file", () => {
    put(".runstaterc.json", { sdk: "0.22.3" });
    const known = new Set(["sdk"]);
    expect(withConfig({}, known, io({}))).toEqual({ sdk: "0.22.3" });
    expect(withConfig({}, known, io({ RUNSTATE_SDK: "0.23.1" }))).toEqual({ sdk: "0.23.1" });
    expect(withConfig({ sdk: "all" }, known, io({ RUNSTATE_SDK: "0.23.1" }))).toEqual({ sdk: "all" });
  });

  it("gives a command only what it has an option for", () => {
    put(".runstaterc.json", { sdk: "0.22.3", ignore: ["x"] });
    expect(withConfig({}, new Set(["format"]), io({}))).toEqual({});
  });
});
