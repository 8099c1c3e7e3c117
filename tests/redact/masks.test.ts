import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digestInputItem } from "../../src/python/input-item.ts";
import { type CallIdentity, callIdentity } from "../../src/python/invocation.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { createMasker, maskArgument, maskPath } from "../../src/redact/mask.ts";
import { dialectOf } from "../../src/rules/dialect.ts";
import { readRcloneArguments } from "../../src/sandbox/rclone.ts";
import { itemOf } from "../../src/session/raw-item.ts";
import { call, checkpointWith, held, ordinary, output, play, sessionOf, user } from "../settle/play.ts";
import { soon } from "../soon.ts";
import { key, redactText, redactValue } from "./redacted.ts";

const mask = createMasker(key);

describe("masks", () => {
  test("of equal texts are equal, of different ones different", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(mask.text(a) === mask.text(b)).toBe(a === b);
      }),
    );
  });

  test("show the length up to the next power of two", () => {
    expect(mask.text("hunter2")).toMatch(/^masked-\w{9}$/);
    expect(mask.text("a".repeat(100))).toHaveLength(128);
    expect(mask.text("a".repeat(2000))).toHaveLength(2048);
    expect(mask.text("")).toBe("");
  });

  test.each(["7", "-12", "4111111111111111", "123456789012345678901234567890"])(
    "an int stays an int: %s",
    (literal) => {
      expect(mask.number(literal)).toMatch(/^-?[1-9]\d{5,14}$/);
      expect(mask.number(literal)).not.toBe(literal);
    },
  );

  test.each(["1.5", "-0.25", "2e3", "1e-400", "3.0", "1E400"])("a float stays a float: %s", (literal) => {
    expect(mask.number(literal)).toMatch(/^-?\d+\.\d+$|^1e999$/);
  });

  test("equal numbers stay equal, 0 and 1 stay what they are", () => {
    expect(Number(mask.number("3.0"))).toBe(Number(mask.number("3")));
    expect(Number(mask.number("1e20"))).toBe(Number(mask.number("100000000000000000000")));
    expect(["0", "1", "-1", "0.0", "1.0", "-0.0", "NaN", "-Infinity"].map(mask.number)).toEqual([
      "0",
      "1",
      "-1",
      "0.0",
      "1.0",
      "-0.0",
      "NaN",
      "-Infinity",
    ]);
  });

  test("of paths keep what lies below what", () => {
    expect(maskPath(mask, "/workspace/secret/a")).toBe(`/workspace/${mask.text("secret")}/${mask.text("a")}`);
    expect(maskPath(mask, "./../a")).toBe(`./../${mask.text("a")}`);
  });

  test("of command lines keep the options", () => {
    const args = ["--config=/x/y.conf", "--config", "z", "--config", "-v", "--config="];
    const masked = args.map((argument) => maskArgument(mask, argument));
    const [before, after] = [readRcloneArguments(args), readRcloneArguments(masked)];
    expect(after.dangling).toEqual(before.dangling);
    expect(after.configFiles).toEqual(before.configFiles.map((path) => maskPath(mask, path)));
  });

  test("of command lines keep no value that is written to its option", () => {
    expect(["-pHunter", "-pHunter=x", "--hunter2"].map((argument) => maskArgument(mask, argument)).join()).not.toMatch(
      /unter/,
    );
    for (const option of ["-v", "-Config", "-allow_other", "--buffer-size", "--vfs-cache-mode"])
      expect(maskArgument(mask, option)).toBe(option);
  });
});

describe("arguments", () => {
  const masked = (text: string) =>
    redactValue({
      $schemaVersion: "1.21",
      current_turn: 1,
      original_input: [{ type: "function_call", arguments: text }],
    }).original_input[0]?.arguments ?? "";

  test("that are JSON stay JSON with the same keys, order and types", () => {
    expect(masked('{"to": "Ann", "n": 2, "f": 1.5, "ok": [true, null]}')).toMatch(
      /^\{"to": "masked-\w+", "n": \d+, "f": \d+\.5, "ok": \[true, null\]\}$/,
    );
  });

  test.each(["{", "to Ann", "{'to': 1}", '{"a": NaN}'])("that are none stay none: %s", (text) => {
    expect(() => JSON.parse(masked(text))).toThrow();
  });

  test("that are too deep stay as deep", () => {
    expect(masked("[".repeat(1200) + "]".repeat(1200))).toBe("[".repeat(1200) + "]".repeat(1200));
  });
});

describe("digests", () => {
  const before = dialectOf(newestReader, newestReader.reads).does;

  test("of items of the file are those of their masks", () => {
    const digest = digestInputItem(user, before);
    if (!("sha256" in digest) || digest.sha256 === null) throw new Error("no digest");
    const write = { ...ordinary([user], [digest.sha256]) };
    const text = redactText(checkpointWith(write)).text;
    const { pending_session_write: masked } = JSON.parse(text);
    expect(digestInputItem(masked.items[0], before)).toEqual({ sha256: masked.before[0] });
  });

  test("of items of the session need the session", () => {
    const old = { role: "user", content: "an earlier question" };
    const digest = digestInputItem(old, before);
    if (!("sha256" in digest) || digest.sha256 === null) throw new Error("no digest");
    const checkpoint = checkpointWith(ordinary([call, output], [digest.sha256]));
    const alone = redactText(checkpoint);
    expect(alone.lost).toEqual(["/pending_session_write/before/0"]);
    expect(alone.text).not.toContain(digest.sha256);
    const together = redactText(checkpoint, { session: [itemOf(old)] });
    expect(together.lost).toEqual([]);
    for (const items of [[old], [old, call, output], [old, user]]) {
      const masked = JSON.parse(redactText(JSON.stringify(items)).text);
      const words = ["--decide", "none"];
      const [one, other] = [play(checkpoint, sessionOf(items), words), play(together.text, sessionOf(masked), words)];
      expect([other.row, other.outcome]).toEqual([one.row, one.outcome]);
    }
  });

  test("are those of the session too when a store holds an item that no release knows", () => {
    const items = [user, { note: "a remark", by: "Ann" }, call];
    const masked = JSON.parse(redactText(JSON.stringify(items)).text);
    expect(masked).toEqual([
      ...redactValue([user]),
      { note: expect.any(String), by: expect.any(String) },
      ...redactValue([call]),
    ]);
    expect(masked[1]).not.toMatchObject({ note: "a remark" });
    expect(masked[2].call_id).toBe(call.call_id);
    const checkpoint = checkpointWith(ordinary([call, output], []));
    const copy = redactText(checkpoint, { session: items.map(itemOf) }).text;
    const [one, other] = [play(checkpoint, sessionOf(items), []), play(copy, sessionOf(masked), [])];
    expect([other.row, other.outcome, other.pairing]).toEqual([one.row, one.outcome, one.pairing]);
  });

  test("a held write settles as before", () => {
    const checkpoint = checkpointWith(held([call, output]));
    const masked = redactText(checkpoint).text;
    const [one, other] = [checkpoint, masked].map((text) => play(text, sessionOf([]), ["--decide", "none"]));
    expect([other?.row, other?.outcome, other?.appended.length]).toEqual([
      one?.row,
      one?.outcome,
      one?.appended.length,
    ]);
  });
});

test("a kept pointer keeps its value", () => {
  const state = {
    $schemaVersion: "1.21",
    current_turn: 1,
    original_input: "keep me",
    context: { context: { a: "b" } },
  };
  const masked = redactValue(state, { keeps: ["/original_input", "/context/context"] });
  expect(masked).toEqual(state);
});

test("bytes that are not masked stay", () => {
  const text = '{ "$schemaVersion":"1.21",\r\n\t"current_turn" : 1.0,"original_input":"x" , "max_turns":1e1}\n';
  expect(redactText(text).text.replace(/masked-\w+/, "x")).toBe(text);
});

describe("fingerprints of native calls", () => {
  const count = 400;
  const rawOf = (index: number) => ({
    type: "shell_call",
    call_id: `c${index}`,
    action: { commands: [`run ${index}`] },
  });
  const nameOf = (index: number) => `tool_${index}`;

  /** Calls without a name, live tools under other ids, and a ledger that took each call under one of their names. */
  function checkpoint(scopeOf: (scope: string) => string): string {
    const indexes = Array.from({ length: count }, (_, index) => index);
    const entries = indexes.map((index) => {
      const { scope, fingerprint } = callIdentity(rawOf(index), {
        toolName: nameOf(count - 1 - index),
      }) as CallIdentity;
      return [
        `c${index}`,
        { type: "shell_call", approval_scope: scopeOf(scope), fingerprint, executed: true, completed: false },
      ];
    });
    return JSON.stringify({
      ...JSON.parse(checkpointWith(null)),
      original_input: indexes.map(rawOf),
      last_processed_response: {
        shell_actions: indexes.map((index) => ({ tool_call: { call_id: "other" }, shell: { name: nameOf(index) } })),
      },
      context: { tool_invocations: Object.fromEntries(entries) },
    });
  }

  test("are those of the masked calls, the borrowed name found by its scope", () => {
    const { text, lost } = soon(() => redactText(checkpoint((scope) => scope)));
    expect(lost).toEqual([]);
    const masked = JSON.parse(text);
    for (const index of [0, 7, count - 1]) {
      const identity = callIdentity(masked.original_input[index], { toolName: nameOf(count - 1 - index) });
      expect(masked.context.tool_invocations[`c${index}`]).toMatchObject(identityOf(identity));
    }
  });

  test("whose scope is not theirs are tried under a few names, and the rest is named as lost", () => {
    const { lost } = soon(() => redactText(checkpoint(() => "a".repeat(64))));
    expect(lost).toHaveLength(count - 16);
    expect(lost).toContain("/context/tool_invocations/c0/fingerprint");
  });

  const identityOf = (identity: unknown) => {
    const { scope, fingerprint } = identity as CallIdentity;
    return { approval_scope: scope, fingerprint };
  };
});
