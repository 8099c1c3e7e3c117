import { expect, test } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { hostedRequestOf } from "../../src/python/call-view.ts";
import {
  approvalKeyOf,
  type LookupKey,
  lookupKeyOf,
  lookupKeyOfApproval,
  qualifiedName,
  readLookupKey,
} from "../../src/python/tool-identity.ts";

const keys: readonly (readonly [LookupKey, string])[] = [
  [["bare", "look"], "look"],
  [["namespaced", "crm", "look"], "crm.look"],
  [["deferred_top_level", "look"], "deferred_top_level:look"],
];

test.each(keys)("%j is found in approvals", (key, approvalKey) => {
  expect(approvalKeyOf(key)).toBe(approvalKey);
});

test("a namespace equal to the name marks a deferred tool", () => {
  expect(lookupKeyOf("look", "look")).toEqual(["deferred_top_level", "look"]);
  expect(lookupKeyOf("look", "")).toEqual(["bare", "look"]);
  expect(lookupKeyOf("look", "crm")).toEqual(["namespaced", "crm", "look"]);
  expect([lookupKeyOf("", "crm"), lookupKeyOf(5, "crm")]).toEqual([undefined, undefined]);
});

test.each<[JsonObject, LookupKey]>([
  [{ kind: "bare", name: "look" }, ["bare", "look"]],
  [{ kind: "namespaced", namespace: "crm", name: "look" }, ["namespaced", "crm", "look"]],
  [{ kind: "deferred_top_level", name: "look", namespace: "crm" }, ["deferred_top_level", "look"]],
])("the stored key %j", (data, key) => {
  expect(readLookupKey(data)).toEqual(key);
});

test("stored keys that the reader would not take are none", () => {
  const bad = [
    null,
    "look",
    {},
    { kind: "bare", name: "" },
    { kind: "namespaced", name: "look" },
    { kind: "other", name: "look" },
  ];
  for (const data of bad) expect(readLookupKey(data)).toBeUndefined();
});

test("an approval's own key wins; without one a deferred call gets none", () => {
  const call = { type: "function_call", name: "look", namespace: "look" };
  const stored = { tool_lookup_key: { kind: "bare", name: "other" } };
  expect(lookupKeyOfApproval(stored, call)).toEqual(["bare", "other"]);
  expect(lookupKeyOfApproval({}, call)).toBeUndefined();
  expect(lookupKeyOfApproval({ tool_name: "x" }, call)).toEqual(["namespaced", "look", "x"]);
  expect(lookupKeyOfApproval({ tool_namespace: null }, { ...call, namespace: 5 })).toEqual(["bare", "look"]);
  expect(lookupKeyOfApproval({ tool_name: "x" }, { type: "shell_call" })).toBeUndefined();
});

test("qualified names", () => {
  expect([qualifiedName("look", "look"), qualifiedName("", "crm")]).toEqual(["look.look", undefined]);
});

test("a hosted request is read through its wrapper", () => {
  const request = { type: "mcp_approval_request", id: "r", name: "look", server_label: "s" };
  const wanted = { requestId: "r", serverLabel: "s", toolName: "look" };
  expect(hostedRequestOf(request)).toEqual(wanted);
  expect(hostedRequestOf({ type: "hosted_tool_call", provider_data: request })).toEqual(wanted);
  const bare = { type: "mcp_approval_request", server_label: "s" };
  expect(hostedRequestOf({ type: "hosted_tool_call", call_id: "r", name: "look", provider_data: bare })).toEqual(
    wanted,
  );
  expect(hostedRequestOf({ type: "hosted_tool_call", provider_data: null })).toBeUndefined();
});
