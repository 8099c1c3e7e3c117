// Compiles the value schemas of model items to standalone ajv validators, one file per item type and shape: dist/items/NAME.js.
// Such a file is the body of a function (lax, exports): `lax` are pydantic's scalars (src/items/lax.ts), which so exist once in the
// program, `exports` becomes a Validator (src/items/schema.ts). src/items/load.ts compiles it, which takes half as long as `require`.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv, { _, Name } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { transformSync } from "esbuild";
import { ajvSchema } from "./ajv-schema.mjs";

const generated = new URL("../../src/items/generated/", import.meta.url);
const sources = [
  new URL("schemas.generated.json", generated),
  new URL("catalog.generated.ts", generated),
  new URL("ajv-schema.mjs", import.meta.url),
  new URL(import.meta.url),
];

/** Holds the digest of the sources, and marks the folder for load.ts. */
const STAMP = "made-from.txt";

/** Writes every validator module into `outDir`, unless they are there already and nothing they are made of has changed. */
export function buildValidators(outDir) {
  const stamp = sources.reduce((hash, source) => hash.update(readFileSync(source)), createHash("sha256")).digest("hex");
  const old = join(outDir, STAMP);
  if (existsSync(old) && readFileSync(old, "utf8") === stamp) return;
  const fresh = `${outDir}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  const { definitions } = JSON.parse(readFileSync(sources[0], "utf8"));
  for (const name of moduleNames(readFileSync(sources[1], "utf8"))) {
    writeFileSync(join(fresh, `${name}.js`), moduleText(name, definitions));
  }
  writeFileSync(join(fresh, STAMP), stamp);
  rmSync(outDir, { recursive: true, force: true });
  renameSync(fresh, outDir);
}

/** Every module that the catalog names: DEFINITION, or DEFINITION~MODE for another way to validate the same type. */
function moduleNames(catalog) {
  const rows = [...catalog.matchAll(/: \(\) => \((\{.*\})\),$/gm)].map(([, row]) => JSON.parse(row));
  return new Set(rows.flatMap((row) => Object.values(row).flatMap((group) => Object.values(group).flat())));
}

function moduleText(name, definitions) {
  const [root, mode] = name.split("~");
  const used = closure(root, definitions);
  const ajv = new Ajv({
    code: { source: true, optimize: 2 },
    messages: false,
    discriminator: true,
    strictRequired: false,
    allowUnionTypes: true,
    keywords: laxKeywords,
  });
  const schema = ajvSchema(root, used, mode);
  const code = withoutErrors(standaloneCode(ajv, ajv.compile(schema)));
  if (code.includes("require(")) throw new Error(`the validator of ${name} needs a run-time module`);
  const text = `${code.replace(/module\.exports = (\w+);module\.exports\.default = \1;/, "exports.accepts = $1;")}
    exports.schema = () => (${JSON.stringify({ root, definitions: used })});`;
  return transformSync(text, { minify: true, treeShaking: true, format: "cjs", target: "node20" }).code;
}

/** ajv's error objects, the schemas that they quote and the paths that are handed down for them are most of its text; explain.ts says what is
 * wrong, when it is asked. */
function withoutErrors(code) {
  const bare = code
    .replaceAll(/\{instancePath[:,][^{}]*params:\{[^{}]*\}\}/g, "{}")
    .replaceAll(/const schema\d+ = \{[^;]*\};/g, "")
    .replaceAll(/, \{instancePath="", parentData, parentDataProperty, rootData=data\}=\{\}/g, "")
    .replaceAll(/, \{instancePath:instancePath\+[^{}]*,rootData\}/g, "");
  if (/schema(Path|\d+)|instancePath/.test(bare))
    throw new Error("ajv writes its errors in another way than this build knows");
  return bare;
}

/** The definition and all that it refers to. */
function closure(root, definitions) {
  const used = {};
  const visit = (name) => {
    if (Object.hasOwn(used, name)) return;
    used[name] = definitions[name];
    for (const [, reference] of JSON.stringify(definitions[name]).matchAll(/"\$ref":"([^"]+)"/g)) visit(reference);
  };
  visit(root);
  return used;
}

/** The keywords of ajv-schema.mjs as inlined code: the common case in place, the rest is asked of lax.ts. */
const laxKeywords = [
  keyword("laxInteger", "isLaxInt", (data) => _`typeof ${data} == "number" && (${data} | 0) === ${data}`),
  keyword("laxNumber", "isLaxFloat", (data) => _`typeof ${data} == "number" && ${data} - ${data} === 0`),
  keyword("laxBoolean", "isLaxBool", (data) => _`typeof ${data} == "boolean"`),
  keyword("iterable", "isIterable", (data) => _`Array.isArray(${data})`),
  keyword("strictText", "isStrictText", () => _`false`),
  keyword("wellFormedKeys", "hasWellFormedKeys", () => _`false`),
];

function keyword(name, test, commonCase) {
  return {
    keyword: name,
    ...(name === "wellFormedKeys" ? { type: "object" } : {}),
    code(cxt) {
      const call = cxt.gen.scopeValue("func", { key: test, ref: test, code: _`lax.${new Name(test)}` });
      const argument = cxt.schema === true ? _`` : _`, ${cxt.schema}`;
      cxt.fail(_`!(${commonCase(cxt.data)} || ${call}(${cxt.data}${argument}))`);
    },
  };
}

if (process.argv[1] === import.meta.filename) buildValidators(process.argv[2] ?? "dist/items");
