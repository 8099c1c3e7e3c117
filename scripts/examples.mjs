// Writes src/findings/examples.generated.json: for each rule a place in the corpus where it holds, which `runstate explain` prints. Asks the
// built library (`npm run build` first): the newest release that tells the rule, and of its files the shortest.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const { migrate, pathOf, rules, validate } = createRequire(import.meta.url)("../dist/index.cjs");
const { files } = JSON.parse(readFileSync(join(root, "corpus/manifest.json"), "utf8"));
const labels = readdirSync(join(root, "schemas")).flatMap((file) => /^(\d.*)\.json$/.exec(file)?.[1] ?? []);
/** Of an example; more does not fit a line. */
const longestValue = 66;

/** The value at a pointer as JSON text; null where none stands there, or a long one. */
function valueAt(document, pointer) {
  let value = document;
  for (const key of pathOf(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null;
    value = value[key];
  }
  const text = JSON.stringify(value);
  return text.length > longestValue ? null : text;
}

function bare(name) {
  return {
    name,
    tools: [],
    handoffs: [],
    mcp_servers: [],
    output_guardrails: true,
    tool_use_behavior: "run_llm_again",
  };
}

function parsedOrNull(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const examples = new Map();
const isNamedAfter = (file, rule) => file.endsWith(`/${rule}.json`);

/** Keeps what comes first, or the file that was made for the rule. The place of an edit need not be in the file yet. */
function note(rule, pointer, { file, text }, asked) {
  const known = examples.get(rule);
  if (known !== undefined && (isNamedAfter(known.file, rule) || !isNamedAfter(file, rule))) return;
  const isShown = asked.to === undefined && pointer !== "" && !rule.startsWith("secret-");
  const value = isShown ? valueAt(parsedOrNull(text), pointer) : null;
  examples.set(rule, { file: `corpus/${file}`, ...asked, pointer, value });
}

const texts = files
  .map(({ file, verdicts }) => ({ file, verdicts, text: readFileSync(join(root, "corpus", file)) }))
  .sort((a, b) => a.text.length - b.text.length || (a.file < b.file ? -1 : 1));
// The draft reader is no release: last.
const rank = (name) => (/^\d/.test(name) ? name : `0 ${name}`);
const newestFirst = (a, b) => rank(b).localeCompare(rank(a), "en", { numeric: true });
const releases = [...new Set(files.flatMap(({ verdicts }) => Object.keys(verdicts)))].sort(newestFirst);
// What a finding of the outlook stands for is told under --load-only alone.
for (const asked of [{}, { loadOnly: true }])
  for (const sdk of releases)
    for (const each of texts)
      if (each.verdicts[sdk] !== undefined)
        for (const { rule, pointer } of validate(each.text, { sdk, ...asked }).findings)
          note(rule, pointer, each, { sdk, ...asked });
// A program whose agents have the right names, and nothing else; without one of them; whose guardrails gate tools; with one MCP server more.
for (const each of texts) {
  const { agents: named = [], mcpServers = [] } = validate(each.text).requirements ?? {};
  const agents = named.map(({ name }) => bare(name));
  const gated = agents.map((agent) => ({ ...agent, tool_use_behavior: "stop_on_first_tool" }));
  const moved = agents.map((agent) => ({ ...agent, mcp_servers: ["another", ...mcpServers] }));
  for (const program of [{ agents }, { agents: agents.slice(1) }, { agents: gated }, { agents: moved }])
    for (const { rule, pointer } of validate(each.text, { agents: program }).findings)
      note(rule, pointer, each, { sdk: releases[0], agents: program });
}
for (const asked of [{}, { maxTurns: 50 }])
  for (const to of labels.sort(newestFirst))
    for (const each of texts) {
      const { edits, findings } = migrate(each.text, { to, ...asked });
      for (const { rule, path } of edits) note(rule, path, each, { to, ...asked });
      for (const { rule, pointer } of findings) note(rule, pointer, each, { to, ...asked });
    }

const known = Object.keys(rules).filter((rule) => examples.has(rule));
const sorted = Object.fromEntries(known.sort().map((rule) => [rule, examples.get(rule)]));
writeFileSync(join(root, "src/findings/examples.generated.json"), `${JSON.stringify(sorted, null, 1)}\n`);
console.log(`${known.length} of ${Object.keys(rules).length} rules have an example`);
