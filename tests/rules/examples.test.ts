import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allRuleFacts, type RuleFacts } from "../../src/catalogues/rule-facts.ts";
import { migrate } from "../../src/library/migrate.ts";
import { validate } from "../../src/library/validate.ts";

type Example = NonNullable<RuleFacts["example"]>;

/** What the command of an example tells, each as rule and place. */
function told({ file, to, maxTurns, sdk, loadOnly, agents }: Example): string[] {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url));
  if (to !== undefined) {
    const { edits, findings } = migrate(text, { to, ...(maxTurns === undefined ? {} : { maxTurns }) });
    return [
      ...edits.map(({ rule, path }) => `${rule} ${path}`),
      ...findings.map(({ rule, pointer }) => `${rule} ${pointer}`),
    ];
  }
  const options = Object.entries({ sdk, loadOnly, agents }).filter(([, value]) => value !== undefined);
  return validate(text, Object.fromEntries(options)).findings.map(({ rule, pointer }) => `${rule} ${pointer}`);
}

describe("the examples of the rules", () => {
  const facts = allRuleFacts();

  it("tell what they are an example of, where they say", () => {
    const wrong = facts.filter(
      ({ rule, example }) => example !== null && !told(example).includes(`${rule} ${example.pointer}`),
    );
    expect(wrong.map(({ rule }) => rule)).toEqual([]);
  });

  it("are there for every rule that a file of the corpus is named after", () => {
    const folder = new URL("../../corpus/", import.meta.url);
    const names = new Set(
      readdirSync(folder, { recursive: true }).map((path) => /([^/\\]+)\.json$/.exec(String(path))?.[1]),
    );
    const missing = facts.filter(({ rule, example }) => names.has(rule) && example === null);
    expect(missing.map(({ rule }) => rule)).toEqual([]);
  });
});
