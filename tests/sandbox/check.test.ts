import { describe, expect, test } from "vitest";
import type { Json } from "../../src/document/json.ts";
import { pointerOf } from "../../src/document/pointer.ts";
import { sandboxSentences } from "../../src/findings/catalogue/sandbox.ts";
import { type SandboxRule, sandboxRules } from "../../src/rules/sandbox.ts";
import { sanitizeSandbox } from "../../src/sandbox/sanitize.ts";

const entriesAt = "/session_state/manifest/entries";

function withEntries(entries: Json, root = "/workspace"): Json {
  return { session_state: { manifest: { root, entries } } };
}

function withMount(mount: { [key: string]: Json }): Json {
  return withEntries({ m: { type: "s3_mount", ...mount } });
}

function withPattern(pattern: Json): Json {
  return withMount({ mount_strategy: { type: "in_container", pattern } });
}

const gcs = { type: "gcs_mount", service_account_file: "keys/a.json" };

const refused: readonly (readonly [rule: SandboxRule, sandbox: Json, pointer: string])[] = [
  ["sandbox-not-an-object", null, ""],
  ["sandbox-session-state-not-an-object", { session_state: null }, "/session_state"],
  ["sandbox-sessions-not-an-object", { sessions_by_agent: [] }, "/sessions_by_agent"],
  ["sandbox-agent-session-not-an-object", { sessions_by_agent: { a: 1 } }, "/sessions_by_agent/a"],
  [
    "sandbox-agent-session-state-not-an-object",
    { sessions_by_agent: { a: { session_state: null } } },
    "/sessions_by_agent/a/session_state",
  ],
  ["sandbox-manifest-not-an-object", { session_state: { manifest: [] } }, "/session_state/manifest"],
  ["sandbox-entries-not-an-object", withEntries([]), entriesAt],
  ["sandbox-entries-not-an-object", withEntries({ d: { type: "dir", children: null } }), `${entriesAt}/d/children`],
  ["sandbox-entry-not-an-object", withEntries({ a: null }), `${entriesAt}/a`],
  ["sandbox-entry-without-type", withEntries({ a: {} }), `${entriesAt}/a`],
  ["sandbox-entry-without-type", withEntries({ a: { type: 1 } }), `${entriesAt}/a/type`],
  ["sandbox-mount-type-unknown", withEntries({ a: { type: "ftp", mount_strategy: null } }), `${entriesAt}/a/type`],
  [
    "sandbox-credential-file-not-text",
    withEntries({ a: { ...gcs, service_account_file: 1 } }),
    `${entriesAt}/a/service_account_file`,
  ],
  ["sandbox-mount-strategy-not-an-object", withMount({ mount_strategy: "x" }), `${entriesAt}/m/mount_strategy`],
  [
    "sandbox-mount-strategy-unknown",
    withMount({ mount_strategy: { type: "x" } }),
    `${entriesAt}/m/mount_strategy/type`,
  ],
  [
    "sandbox-mount-value-with-comma",
    withMount({ region: "a,b", mount_strategy: { type: "blaxel_cloud_bucket" } }),
    `${entriesAt}/m/region`,
  ],
  ["sandbox-mount-pattern-not-an-object", withPattern([]), `${entriesAt}/m/mount_strategy/pattern`],
  ["sandbox-mount-pattern-unknown", withPattern({ type: "x" }), `${entriesAt}/m/mount_strategy/pattern/type`],
  [
    "sandbox-rclone-config-not-text",
    withPattern({ type: "rclone", config_file_path: 1 }),
    `${entriesAt}/m/mount_strategy/pattern/config_file_path`,
  ],
  [
    "sandbox-rclone-config-without-path",
    withPattern({ type: "rclone", extra_args: ["--uid", "0", "--config"] }),
    `${entriesAt}/m/mount_strategy/pattern/extra_args/2`,
  ],
  ["sandbox-credential-file-source", withEntries({ keys: { type: "git_repo" }, m: gcs }), `${entriesAt}/keys`],
];

describe("refused sandboxes", () => {
  test.each(refused)("%s at %#", (rule, sandbox, pointer) => {
    const faults = sanitizeSandbox(sandbox).faults;
    expect(faults.map((one) => [one.rule, pointerOf(one.path)])).toEqual([[rule, pointer]]);
    const [fault] = faults;
    if (fault !== undefined) expect(sandboxSentences()[fault.rule].message(fault.args)).not.toMatch(/undefined/);
  });

  test("every rule that refuses has a case", () => {
    const errors = Object.entries(sandboxRules).filter(([, rule]) => rule.severity === "error");
    expect(errors.map(([name]) => name).sort()).toEqual([...new Set(refused.map(([rule]) => rule))].sort());
  });

  test("causes in separate places are all named, in the reader's order", () => {
    const sandbox = withEntries({ a: { type: "x", mount_strategy: {} }, b: { type: "s3_mount", mount_strategy: 1 } });
    expect(sanitizeSandbox(sandbox).faults.map((one) => one.rule)).toEqual([
      "sandbox-mount-type-unknown",
      "sandbox-mount-strategy-not-an-object",
    ]);
  });
});

describe("what is taken away", () => {
  test("members are named when the SDK knows them, and counted when not", () => {
    const { removals, marked } = sanitizeSandbox(withMount({ access_key_id: "k", session_token: "t", mine: 1 }));
    expect(removals).toEqual([
      {
        path: ["session_state", "manifest", "entries", "m"],
        args: { emptied: "access_key_id, session_token", unknown: 1 },
      },
    ]);
    expect(marked).toEqual([["session_state"]]);
  });

  test("an inline credential file is blanked, wherever its path leads", () => {
    const entries = { keys: { type: "dir", children: { "./a.json": { type: "file", content: "secret" } } }, m: gcs };
    const { faults, removals } = sanitizeSandbox(withEntries(entries, "/a/../w"));
    expect(faults).toEqual([]);
    expect(removals.map((one) => one.args.emptied)).toEqual(["service_account_file", "content"]);
  });

  test("a tree of 20 000 folders is no stack overflow", () => {
    let entries: Json = { m: { type: "s3_mount", access_key_id: "k" } };
    for (let depth = 0; depth < 20_000; depth++) entries = { d: { type: "dir", children: entries } };
    expect(sanitizeSandbox(withEntries(entries)).removals).toHaveLength(1);
  });
});
