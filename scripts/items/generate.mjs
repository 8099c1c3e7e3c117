// Merges the extracts of several `openai` packages into src/items/generated: one JSON of definitions shared by all packages (the
// schemas), one TypeScript file of names (the catalog, which every start of the program loads).
//
//     node scripts/items/generate.mjs EXTRACT.json ...     (made by extract.py, one per package, in any order)

import { readFileSync, writeFileSync } from "node:fs";

const generated = new URL("../../src/items/generated/", import.meta.url);

/** Newest package first: the plain name of a definition is the newest one's. */
function readExtracts(files) {
  const extracts = files.map((file) => JSON.parse(readFileSync(file, "utf8")));
  const key = ({ openai }) =>
    openai
      .split(".")
      .map((part) => part.padStart(4, "0"))
      .join(".");
  return extracts.sort((a, b) => (key(a) < key(b) ? 1 : -1));
}

/** The class name alone where no other module of any package has such a class. */
function shortenNames(extracts) {
  const modules = new Map();
  for (const name of extracts.flatMap(({ definitions }) => Object.keys(definitions))) {
    const [, className] = /([^.]+)$/.exec(name);
    modules.set(className, (modules.get(className) ?? new Set()).add(name));
  }
  return (name) => {
    const [, className] = /([^.]+)$/.exec(name);
    return modules.get(className).size === 1 ? className : name;
  };
}

/** Gives every definition of every package a name under which equal texts, equal referenced definitions included, are one. */
function shareDefinitions(extracts) {
  const shorten = shortenNames(extracts);
  const shared = new Map();
  const nameByText = new Map();
  const renames = extracts.map(({ openai, definitions }) => {
    const local = new Map();
    const rename = (name) => {
      if (local.has(name)) return local.get(name);
      const node = mapRefs(definitions[name], rename);
      const short = shorten(name);
      const text = `${short} ${JSON.stringify(node)}`;
      if (!nameByText.has(text)) nameByText.set(text, shared.has(short) ? `${short}@${openai}` : short);
      const chosen = nameByText.get(text);
      shared.set(chosen, node);
      local.set(name, chosen);
      return chosen;
    };
    for (const name of Object.keys(definitions)) rename(name);
    return rename;
  });
  return { shared, renames };
}

function mapRefs(node, rename) {
  if (Array.isArray(node)) return node.map((each) => mapRefs(each, rename));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === "$ref" ? rename(value) : mapRefs(value, rename)]),
  );
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

function writeSchemas(extracts, shared) {
  const definitions = Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1)));
  const lines = Object.entries(definitions).map(
    ([name, node]) => `    ${JSON.stringify(name)}: ${JSON.stringify(node)}`,
  );
  const packages = JSON.stringify(extracts.map(({ openai, pydantic }) => ({ openai, pydantic })));
  const text = `{\n  "packages": ${packages},\n  "definitions": {\n${lines.join(",\n")}\n  }\n}\n`;
  writeFileSync(new URL("schemas.generated.json", generated), text);
}

/** One function per package: the engine skips the text of those that nobody asks for. */
function writeCatalog(rows) {
  const lines = Object.entries(rows).map(([openai, row]) => `  "${openai}": () => (${JSON.stringify(row)}),`);
  const text = [
    "// Written by scripts/items/generate.mjs from the types of the named `openai` packages. Do not edit.",
    'import type { Catalog } from "../schema.ts";',
    "",
    "/** By `openai` package, newest first. */",
    "export const catalogs: Readonly<Record<string, () => Catalog>> = {",
    ...lines,
    "};",
    "",
  ];
  writeFileSync(new URL("catalog.generated.ts", generated), text.join("\n"));
}

/** Ways to validate a type that differ from the plain one: see `ajvSchema`. */
function addModes(models) {
  return {
    ...models,
    ResponseFunctionToolCallByName: `${models.ResponseFunctionToolCall}~name`,
    ComputerCallOutputConsumed: `${models.ComputerCallOutput}~consumed`,
  };
}

const extracts = readExtracts(process.argv.slice(2));
const { shared, renames } = shareDefinitions(extracts);
const rows = {};
for (const [index, { openai, models, outputTypes, inputTypes }] of extracts.entries()) {
  const rename = renames[index];
  if (Object.values(outputTypes).some((names) => names.length > 1) || "" in outputTypes) {
    throw new Error(`a model output item of openai ${openai} is not told by its type alone`);
  }
  rows[openai] = {
    models: addModes(mapValues(models, ({ $ref }) => rename($ref))),
    outputTypes: mapValues(outputTypes, ([name]) => rename(name)),
    inputTypes: mapValues(inputTypes, (names) => names.map(rename)),
  };
}
writeSchemas(extracts, shared);
writeCatalog(rows);
