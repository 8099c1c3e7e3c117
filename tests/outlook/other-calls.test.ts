import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState, stepData } from "../parsed.ts";
import { judged, resumeFindings } from "./checkpoint.ts";

const file = "corpus/features/1.21-apply-patch-pending.json";

interface Parts {
  readonly action: JsonObject;
  readonly waiting: JsonObject;
  readonly entry: JsonObject | undefined;
}

/** The first apply_patch call that waits, where it stands in the response, where it waits and in the ledger; changed. */
function patched(path: string, change: (parts: Parts) => void, label?: string): JsonObject {
  const state = JSON.parse(readFileSync(path, "utf8")) as JsonObject;
  const [action] = (state.last_processed_response as Record<string, JsonObject[]>).apply_patch_actions ?? [];
  const raw = action?.tool_call as JsonObject;
  const { interruptions } = stepData(state);
  const waiting = interruptions.map((one) => one.raw_item as JsonObject).find((one) => one.call_id === raw.call_id);
  const ledger = (state.context as JsonObject).tool_invocations as Record<string, JsonObject> | undefined;
  change({ action: raw, waiting: waiting as JsonObject, entry: ledger?.[String(raw.call_id)] });
  if (label !== undefined) state.$schemaVersion = label;
  return state;
}

function edit(call: JsonObject): void {
  call.operation = { ...(call.operation as JsonObject), path: "elsewhere.md" };
}

const at = "/last_processed_response/apply_patch_actions/0/tool_call";

// Played with 0.24.0, 0.22.3, 0.21.0, 0.19.4 and 0.12.0: shell, apply_patch, custom and hosted calls.
describe("a native call that waits", () => {
  const found = (change: (parts: Parts) => void) =>
    resumeFindings(judged(patched(file, change))).filter((one) => !one.startsWith("boundary"));

  it("raises when the ledger knows the one of the response otherwise", () => {
    expect(found(({ action }) => edit(action))).toContain(`queued-call-differs ${at}`);
    expect(found(({ entry }) => Object.assign(entry ?? {}, { approval_scope: "0".repeat(64) }))).toContain(
      `queued-call-differs ${at}`,
    );
    expect(found(() => {}).filter((one) => one.startsWith("queued"))).toEqual([]);
  });

  it("is asked again when only the one that waits was changed", () => {
    const changed = found(({ waiting }) => edit(waiting));
    expect(changed.some((one) => one.startsWith("waiting-call-differs"))).toBe(true);
    expect(changed.some((one) => one.startsWith("queued"))).toBe(false);
  });

  it("runs as the response has it up to 0.19.4, whatever was shown, and raises since", () => {
    const older = patched("corpus/features/1.0-apply-patch-pending.json", ({ action }) => edit(action));
    const shown = (release: string) => resumeFindings(judged(older, release)).map((one) => one.split(" ")[0]);
    for (const release of ["0.8.4", "0.12.0", "0.19.4"]) {
      expect(shown(release)).toContain("runs-not-as-shown");
      expect(judged(older, release).resume).toBe("unsafe");
    }
    expect(shown("0.24.0")).toContain("waiting-call-edited");
  });
});

it("a hosted request that is marked as answered without its answer raises too", () => {
  const state: JsonObject = corpusState("features/1.21-hosted-mcp-pending");
  const ledger = (state.context as JsonObject).tool_invocations as Record<string, JsonObject>;
  const [id, entry] = Object.entries(ledger).find(([, { type }]) => type === "mcp_approval_request") ?? [];
  Object.assign(entry ?? {}, { executed: true });
  expect(resumeFindings(judged(state))).toContain(`output-not-committed /context/tool_invocations/${id}/executed`);
});

// A function call and a patch under one id; played with 0.21.0 to 0.24.0.
it("raises where it has the id of a function call", () => {
  const state: JsonObject = corpusState("resume/1.13-call-id-of-two-calls");
  const processed = state.last_processed_response as Record<string, JsonObject[]>;
  const [queued] = processed.functions ?? [];
  const id = (queued?.tool_call as JsonObject | undefined)?.call_id;
  const operation = { type: "create_file", path: "a.md", diff: "+a" };
  const action = { type: "apply_patch_call", id: "ap_1", call_id: id, status: "completed", operation } as JsonObject;
  processed.functions = queued === undefined ? [] : [queued];
  processed.apply_patch_actions = [{ tool_call: action, apply_patch: { name: "apply_patch" } }];
  expect(resumeFindings(judged(state))).toContain(`call-id-of-two-calls ${at}/call_id`);
});

// Every choice of the six places of the call resumed approved and rejected in 0.15.3, 0.19.4, 0.21.0 and 0.24.0.
it("a native call or request whose id was changed where it waits is asked for again under its own", () => {
  const renamed = (name: string, places: readonly string[], key: string): string[] => {
    const state: JsonObject = corpusState(name);
    const calls = [state.session_items, stepData(state).interruptions] as JsonObject[][];
    const processed = state.last_processed_response as Record<string, JsonObject[]>;
    const wanted = { session: calls[0], waiting: calls[1], queued: processed.mcp_approval_requests };
    for (const place of places)
      for (const entry of wanted[place as keyof typeof wanted] ?? []) {
        const raw = ((entry.request_item as JsonObject | undefined) ?? entry).raw_item as JsonObject;
        if (typeof raw[key] === "string" && !String(raw.type).endsWith("output")) raw[key] += "x";
      }
    return ["0.19.4", "0.21.0", "0.24.0"].map((release) =>
      resumeFindings(judged(state, release))
        .map((one) => one.split(" ")[0])
        .filter((rule) => rule !== "boundary-not-proven")
        .join(),
    );
  };
  const thrice = (rule: string) => [rule, rule, rule];
  expect(renamed("features/1.0-shell-pending", ["session", "waiting"], "call_id")).toEqual(
    thrice("waiting-id-changed"),
  );
  expect(renamed("features/1.0-hosted-mcp-pending", ["waiting", "queued"], "id")).toEqual(
    // Its answer is sent without the request.
    thrice("output-without-call"),
  );
});
