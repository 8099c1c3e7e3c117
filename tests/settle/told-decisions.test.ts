import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type SettleSettings, settle } from "../../src/library/settle.ts";

function outputsOf(file: string, decide: NonNullable<SettleSettings["decide"]>, sdk = "0.24.0"): unknown[] {
  const text = readFileSync(new URL(`../../corpus/${file}.json`, import.meta.url), "utf8");
  const session = JSON.stringify([]);
  const { appended } = settle(text, { session, sdk: sdk as "0.24.0", decide, exit: "run-again", gate: false });
  return appended.map(({ value }) => Reflect.get(Object(value), "output"));
}

// `state.reject()` without a message, over a checkpoint that has one: resumed with 0.19.4, 0.21.0, 0.23.1 and 0.24.0.
it("forgets the words of an earlier rejection when the call is rejected once more", () => {
  const [kept] = outputsOf("resume/1.21-rejected", "none");
  const fresh = "Tool execution was not approved.";
  expect(kept).not.toBe(fresh);
  expect(outputsOf("resume/1.21-rejected", "reject")).toEqual([fresh]);
  expect(outputsOf("resume/1.21-rejected", new Map([["call_2", "reject"]]))).toEqual([fresh]);
});

it("lets a decision for every call stand against one about a call, up to 0.21.0", () => {
  const placeholder = "<output of call_2>";
  expect(outputsOf("resume/1.13-approved-always", "reject", "0.21.0")).toEqual([placeholder]);
  expect(outputsOf("resume/1.13-approved-always", "reject", "0.22.3")).not.toEqual([placeholder]);
});
