import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type CommandRow, commandRows } from "../src/cli/rows.ts";
import { runDocumented } from "./documented.ts";

const docs = new URL("../docs/", import.meta.url);

/** The commands of the ```sh blocks of a page. */
function shellBlocks(text: string): string[] {
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block.trim());
}

const written = commandRows.filter(
  ({ name, children }) => children !== undefined || existsSync(new URL(`../src/commands/${name}.ts`, import.meta.url)),
);
const rows = (list: readonly CommandRow[]): CommandRow[] =>
  list.flatMap((row) => (row.children === undefined ? [row] : rows(row.children)));

describe("every example runs", () => {
  const examples = readdirSync(docs)
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => shellBlocks(readFileSync(new URL(name, docs), "utf8")).map((command) => ({ name, command })));

  it.each(examples)("docs/$name: $command", ({ command }) => {
    const { code, err } = runDocumented(command);
    expect([0, 1], err).toContain(code);
    expect(err).not.toMatch(/^runstate: /m);
  });

  const shown = rows(written).flatMap(({ name, examples: list }) => list.map((command) => ({ name, command })));
  it.each(shown)("$name --help: $command", ({ command }) => {
    const { code, err } = runDocumented(command);
    expect([0, 1], err).toContain(code);
    expect(err).not.toMatch(/^runstate: /m);
  });
});

describe("what a page shows is what is printed", () => {
  const corpus = fileURLToPath(new URL("../corpus/resume/", import.meta.url));

  it.each([
    ["inspect", "1.16-approved-always.json", "checkpoint.json"],
    ["doctor", "1.21-approval-pending.json", "checkpoint.json --session session.json"],
  ])("docs/%s.md", (name, file, inputs) => {
    const page = readFileSync(new URL(`${name}.md`, docs), "utf8");
    const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```/gms)];
    const shown = blocks.find(([, language]) => language === "")?.[2] ?? "";
    const { out } = runDocumented(`cp '${corpus}${file}' checkpoint.json && runstate ${name} ${inputs}`);
    // Where "…" stands something is left out.
    for (const part of shown.split(/^ *…\n/m)) expect(out).toContain(part);
    expect(shown).not.toBe("");
  });
});

describe("the pages", () => {
  const pages = readdirSync(docs).filter((name) => name.endsWith(".md"));

  it.each(written)("has one for $name", ({ name }) => {
    expect(pages).toContain(`${name}.md`);
  });

  it("are linked from the README", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    for (const { name } of commandRows) expect(readme).toContain(`docs/${name}.md`);
    expect(shellBlocks(readme)[0]).toMatch(/^npm ci && npx runstate validate corpus\/\S+\.json$/);
    expect(shellBlocks(readme)[1]).toBe("npm ci && npm test");
  });
});
