import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { runCli } from "../cli/run-cli.ts";
import { dir, file, lines, newer, text } from "./files.ts";

describe("migrate: there and back", () => {
  const original = JSON.stringify(newer, undefined, 4);
  const paths = () => ({ kept: join(dir, "kept.ndjson"), a: file("a.json", original) });

  it("gives the original back byte for byte", async () => {
    const { kept, a } = paths();
    const down = await runCli("migrate", "--to", "1.4", "--keep-dropped", kept, a);
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    const up = await runCli("migrate", "--to", "1.21", "--restore", kept, file("down.json", down.out));
    expect([up.code, up.out]).toEqual([0, original]);
  });

  it.each(["--report", "--keep-dropped"])("%s gives no plain text under a packed name", async (option) => {
    const { a } = paths();
    const packed = `${a}.lines.gz`;
    const { code, out, err } = await runCli("migrate", "--to", "1.4", option, packed, a);
    expect([code, out, existsSync(packed)]).toEqual([2, "", false]);
    expect(err).toContain("leave out the .gz");
  });

  it("puts back what still fits when the old release saved it again", async () => {
    const { kept, a } = paths();
    const down = await runCli("migrate", "--to", "1.4", "--keep-dropped", kept, a);
    const saved = JSON.stringify({ ...JSON.parse(down.out), trace: { id: "t" } });
    const up = await runCli("migrate", "--to", "1.21", "--restore", kept, file("down.json", saved));
    expect(up.code).toBe(0);
    const state = JSON.parse(up.out);
    expect([state.trace, state.$schemaVersion]).toEqual([{ id: "t" }, "1.21"]);
    expect(state.context.function_tool_approvals).toEqual((newer.context as JsonObject).function_tool_approvals);
    expect((await runCli("validate", "--load-only", file("up.json", up.out))).code).toBe(0);
  });

  it("puts nothing back into a run that went on, and says so", async () => {
    const { kept, a } = paths();
    const down = await runCli("migrate", "--to", "1.4", "--keep-dropped", kept, a);
    const saved = JSON.stringify({ ...JSON.parse(down.out), current_turn: 9 });
    const up = await runCli("migrate", "--to", "1.21", "--restore", kept, file("down.json", saved));
    expect(JSON.parse(up.out).context.function_tool_approvals).toBeUndefined();
    expect(up.err).toContain("restore-piece-lost");
  });

  it("puts no decision back into a run in which something was decided since: an old approval would run what was rejected", async () => {
    const { kept, a } = paths();
    const down = await runCli("migrate", "--to", "1.17", "--keep-dropped", kept, a);
    const saved = JSON.parse(down.out);
    const [tool = ""] = Object.keys(saved.context.approvals);
    saved.context.approvals[tool].rejected.push("call_later");
    const up = await runCli("migrate", "--to", "1.21", "--restore", kept, file("down.json", JSON.stringify(saved)));
    const { context } = JSON.parse(up.out);
    expect([up.code, context.function_tool_approvals, context.approvals]).toEqual([
      0,
      undefined,
      saved.context.approvals,
    ]);
    expect(up.err).toContain("restore-piece-lost");
  });

  describe("two originals that became the same text", () => {
    const corpus = (name: string) => text(new URL(`../../corpus/features/${name}`, import.meta.url).pathname);
    const one = corpus("1.21-reasoning-omit-ids-pending.json");
    const other = corpus("1.21-reasoning-pending.json");
    const flat = (json: string) => JSON.stringify(JSON.parse(json));
    const kept = () => join(dir, "kept.ndjson");
    const down = async (...paths: string[]) =>
      runCli("migrate", "--to", "1.0", "--keep-dropped", kept(), "--write", ...paths);
    const up = async (...more: string[]) => runCli("migrate", "--to", "1.21", "--restore", kept(), ...more);

    it("go back to their own files, also in a copy of the folder", async () => {
      const [a, b] = [file("c/a.json", one), file("c/b.json", other)];
      await down(join(dir, "c"));
      expect(text(a)).toBe(text(b));
      file("copy/c/a.json", text(a));
      file("copy/c/b.json", text(b));
      for (const folder of ["c", "copy/c"]) {
        expect((await up("--write", join(dir, folder))).code).toBe(0);
        expect([text(join(dir, folder, "a.json")), text(join(dir, folder, "b.json"))]).toEqual([one, other]);
      }
    });

    it("are refused under a name that says nothing, and left to be restored later", async () => {
      const a = file("c/a.json", one);
      await down(a, file("c/b.json", other));
      const lost = file("lost.json", text(a));
      const done = await up("--write", lost);
      expect([done.code, text(lost)]).toEqual([1, text(a)]);
      expect(done.out.replaceAll(/\s+/g, " ")).toContain(`different originals: ${a}, ${join(dir, "c/b.json")}.`);
      const plain = await up("--allow-loss", "restore-ambiguous", lost);
      expect([plain.code, plain.out]).toEqual([0, (await runCli("migrate", "--to", "1.21", lost)).out]);
    });

    it("are told apart by their lines, unless a line is gone between", async () => {
      const input = file("in.ndjson", `${flat(one)}\n${flat(other)}\n`);
      const older = await runCli("migrate", "--to", "1.0", "--ndjson", "--keep-dropped", kept(), input);
      expect((await up("--ndjson", file("older.ndjson", older.out))).out).toBe(text(input));
      rmSync(kept());
      const gap = file("gap.ndjson", `nonsense\n${text(input)}`);
      const moved = await runCli("migrate", "--to", "1.0", "--ndjson", "--keep-dropped", kept(), gap);
      expect(moved.out).toBe(older.out);
      expect(await up("--ndjson", file("moved.ndjson", moved.out))).toMatchObject({ code: 1, out: "" });
    });
  });

  it("names what goes back without its values, as one JSON object per input", async () => {
    const kept = join(dir, "kept.ndjson");
    const pending = text(new URL("../../corpus/resume/1.21-pending-input.json", import.meta.url).pathname);
    const odd = pending.replace(
      '"pending_input": [',
      '"pending_input": [ {"role": "user", "content": [NaN, -Infinity, "NaN"]},',
    );
    expect(odd).not.toBe(pending);
    const down = ["--to", "1.9", "--allow-loss", "staged-input-below-1-15", "--keep-dropped", kept];
    const older = file("o.json", (await runCli("migrate", ...down, file("a.json", odd))).out);
    const report = join(dir, "report.ndjson");
    const up = ["--to", "1.21", "--restore", kept, "--dry-run", "--report", report, "--format", "jsonl", older];
    const edited = ({ edits }: JsonObject) =>
      new Map((edits as JsonObject[]).map(({ path, value }) => [path, value] as const));
    const hidden = await runCli("migrate", ...up);
    expect(hidden.out).toBe(text(report));
    expect(hidden.out).not.toContain("Bob");
    const [result = {}] = lines(report);
    expect([edited(result).get("/$schemaVersion"), edited(result).get("/pending_input")]).toEqual(["1.21", "…"]);
    const shown = await runCli("migrate", "--show-values", ...up);
    expect(shown.out.trim().split("\n").length).toBe(1);
    const [first] = edited(JSON.parse(shown.out)).get("/pending_input") as JsonObject[];
    expect(first).toEqual({ role: "user", content: ["NaN", "-Infinity", "NaN"] });
  });

  it("takes no pieces from the record of another file of the run", async () => {
    const { kept, a } = paths();
    await runCli("migrate", "--to", "1.4", "--keep-dropped", kept, "--write", a);
    const saved = JSON.stringify({ ...JSON.parse(text(a)), trace: { id: "t" } });
    const stranger = file("0.json", saved);
    writeFileSync(a, saved);
    expect((await runCli("migrate", "--to", "1.21", "--restore", kept, "--write", stranger, a)).code).toBe(0);
    const approvals = (path: string) => JSON.parse(text(path)).context.function_tool_approvals;
    expect([approvals(stranger), approvals(a) === undefined]).toEqual([undefined, false]);
  });

  it("gives the ledger back when the run stands where it stood and nothing was decided since", async () => {
    const { kept } = paths();
    const state = JSON.parse(text(new URL("../../corpus/resume/1.21-session-pending.json", import.meta.url).pathname));
    const [waiting] = state.current_step.data.interruptions;
    const id = waiting.raw_item.call_id;
    const [ran] = Object.values(state.context.tool_invocations) as JsonObject[];
    state.context.tool_invocations[id] = { ...ran, executed: true, completed: false };
    const a = file("a.json", JSON.stringify(state));
    const flag = ["--allow-loss", "executed-call-below-1-15"];
    const older = JSON.parse((await runCli("migrate", "--to", "1.13", ...flag, "--keep-dropped", kept, a)).out);
    const back = async (saved: JsonObject) => {
      const done = await runCli(
        "migrate",
        "--to",
        "1.21",
        "--restore",
        kept,
        file("saved.json", JSON.stringify(saved)),
      );
      return JSON.parse(done.out).context.tool_invocations[id]?.executed;
    };
    expect(await back({ ...older, trace: { id: "t" } })).toBe(true);
    const decided = { [waiting.tool_name]: { approved: [id], rejected: [] } };
    expect(await back({ ...older, context: { ...older.context, approvals: decided } })).toBe(false);
  });

  it("does not write over a file that is none of its own", async () => {
    const { a } = paths();
    const precious = file("precious.json", "{}");
    expect((await runCli("migrate", "--to", "1.4", "--keep-dropped", precious, a)).code).toBe(2);
    expect(text(precious)).toBe("{}");
  });
});
