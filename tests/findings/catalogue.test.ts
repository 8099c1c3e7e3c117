import { describe, expect, it } from "vitest";
import { sections as catalogue, sentencesOf } from "../../src/findings/catalogue/index.ts";
import type { FindingArgs } from "../../src/findings/finding.ts";
import { javascriptWriters } from "../../src/readers/javascript-releases.ts";
import { contextRules } from "../../src/rules/context.ts";
import { corpusRules } from "../../src/rules/corpus.ts";
import { envelopeRules } from "../../src/rules/envelope.ts";
import { historyRules } from "../../src/rules/history.ts";
import { type RuleName, rules } from "../../src/rules/index.ts";
import { migrateRules } from "../../src/rules/migrate.ts";
import { outlookRules } from "../../src/rules/outlook.ts";
import { processedRules } from "../../src/rules/processed.ts";
import { sandboxRules } from "../../src/rules/sandbox.ts";
import { secretRules } from "../../src/rules/secrets.ts";
import { stepRules } from "../../src/rules/step.ts";

const readerSections = [envelopeRules, contextRules, historyRules, processedRules, stepRules, outlookRules];
const sections = [...readerSections, sandboxRules, secretRules, migrateRules, corpusRules];
const names = Object.keys(rules) as RuleName[];
const readerNames = readerSections.flatMap((section) => Object.keys(section)) as RuleName[];

/** Args that hold something under every name, as the code that reports them would. */
const full = new Proxy({}, { get: () => "1.0" }) as FindingArgs;
const spilt = /undefined|\[object| {2}|\s$|^\s/;

function saidOf(rule: RuleName, args: FindingArgs): Record<"title" | "message" | "why" | "fix", string> {
  const { title, message, why, fix } = sentencesOf(rule);
  const text = (sentence: typeof why) => (typeof sentence === "string" ? sentence : sentence(args));
  return { title, message: message(args), why: text(why), fix: text(fix) };
}

describe("catalogue", () => {
  it("has sentences for every rule and for nothing else", () => {
    for (const [rulesOfSection, sentences] of catalogue)
      expect(Object.keys(sentences()).sort()).toEqual(Object.keys(rulesOfSection).sort());
    expect(catalogue.flatMap(([rulesOfSection]) => Object.keys(rulesOfSection)).sort()).toEqual([...names].sort());
  });

  it("has no rule name in two sections, and all names in kebab case", () => {
    expect(names.length).toBe(sections.reduce((sum, section) => sum + Object.keys(section).length, 0));
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  it.each(names)("%s: whole sentences", (rule) => {
    const { title, message, why, fix } = saidOf(rule, full);
    for (const text of [title, message, why, fix]) {
      expect(text).not.toBe("");
      expect(text).not.toMatch(spilt);
    }
    expect(title).not.toMatch(/[.:;,!?]$/);
    for (const text of [message, why, fix]) expect(text).toMatch(/[.!?)]$/);
  });

  it.each(readerNames)("%s: stands without arguments, and is short", (rule) => {
    for (const args of [{}, full]) {
      const { message, why, fix } = saidOf(rule, args);
      for (const text of [message, why, fix]) expect(text).not.toMatch(spilt);
      expect(message.length).toBeLessThanOrEqual(210);
    }
  });

  it.each(names)("%s: one is no plural", (rule) => {
    const { message, why, fix } = saidOf(rule, new Proxy({}, { get: () => 1 }) as FindingArgs);
    for (const text of [message, why, fix])
      expect(text).not.toMatch(/\b1 ([A-Za-z]+ )?(agents|approvals|calls|digests|digits|items|places)\b/);
  });

  it("cuts long names from the document", () => {
    const args = new Proxy({}, { get: () => "x".repeat(5000) }) as FindingArgs;
    for (const rule of readerNames) {
      const { message, why, fix } = saidOf(rule, args);
      expect(message.length + why.length + fix.length).toBeLessThan(2000);
    }
  });
});

describe("what single rules have to say", () => {
  it("label-too-new: where this reader stops, who reads it, the ways out", () => {
    const { message, fix } = saidOf("label-too-new", { label: "1.21", newest: "1.17" });
    expect(message).toContain("stops at 1.17");
    expect(message).toContain("0.24.0 is the first release");
    expect(fix).toContain("runstate migrate --to 1.17");
    expect(fix).toContain("decisions");
  });

  it("javascript-checkpoint: which releases write the label", () => {
    expect(saidOf("javascript-checkpoint", { label: "1.12" }).message).toContain("0.11.5 to 0.11.7");
    expect(saidOf("javascript-checkpoint", { label: "1.3" }).message).toContain("no release");
    expect(javascriptWriters("1.10")).toBe("0.9.1");
    expect(javascriptWriters("constructor")).toBeUndefined();
  });

  it("not-a-checkpoint: names the place to use", () => {
    expect(saidOf("not-a-checkpoint", { found: "an object with 1 key", at: "/state" }).fix).toContain("--at /state");
    expect(saidOf("not-a-checkpoint", { found: "a string of 9 characters", at: "" }).fix).toContain("--at ''");
    expect(saidOf("not-a-checkpoint", { found: "an empty list" }).message).toContain("found an empty list");
  });

  it("not-json: what was expected and found, in words", () => {
    const { message } = saidOf("not-json", { expected: "comma-or-end-of-object", found: "quote" });
    expect(message).toBe("Expected a comma or a closing brace, found a double quote.");
  });
});
