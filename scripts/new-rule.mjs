// `npm run new:rule NAME SECTION` makes a rule: its row, its sentences, its test and its corpus file.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { addToManifest, change, createAll, digest, fill, newestLabel, read, refuse, root } from "./scaffold.mjs";

const [name = "", section = ""] = process.argv.slice(2);
/** Their rules are said by a step of a migration and by `corpus check`, not of a checkpoint: the test made here would never pass. */
const saidElsewhere = ["migrate", "corpus"];
const sections = readdirSync(join(root, "src/rules"))
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((each) => !saidElsewhere.includes(each) && each !== "rule" && each !== "index")
  .filter((each) => existsSync(join(root, `src/findings/catalogue/${each}.ts`)));
const usage = `usage: npm run new:rule NAME SECTION (sections: ${sections.join(", ")})`;
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) refuse(`a rule is named in kebab case; ${usage}`);
if (!sections.includes(section)) refuse(usage);

const rules = read(`src/rules/${section}.ts`);
const catalogue = read(`src/findings/catalogue/${section}.ts`);
const taken = readdirSync(join(root, "src/rules")).some((file) => read(`src/rules/${file}`).includes(`"${name}":`));
if (taken) refuse(`there is a rule ${name} already: names are stable for ever`);

const label = newestLabel();
const fixture = read(`corpus/minimal/${label}.json`);
const kind = ["error", "warning", "info"].find((each) => new RegExp(`^import \\{[^}]*\\b${each}\\b`, "m").test(rules));
const severity = kind === undefined ? 'resumes("depends", ' : `${kind}(`;
const row = `  "${name}": ${severity}"the function of the SDK that the rule follows"),\n`;
const sentences = `  "${name}": {
    title: "The condition in one line, for the list of rules",
    message: () => "What is wrong here: expected and found, never a value of the document.",
    why: "What the SDK does with it, since which release.",
    fix: "The way out.",
  },
`;
const newRules = beforeLast(rules, /^\} satisfies Record<string, Rule>;/m, row);
// A section that is spread over several tables has the rest of its rules in one of its own.
const [, ownTable = 0] = /Record<Rest, Sentences>()/d.exec(catalogue)?.indices?.[1] ?? [];
const newCatalogue =
  ownTable === 0
    ? beforeLast(catalogue, /^\}( satisfies .*)?\);/m, sentences)
    : catalogue.slice(0, ownTable) + beforeFirst(catalogue.slice(ownTable), /^\}\);/m, sentences);
createAll(
  new Map([
    [`tests/rules/${name}.test.ts`, fill("rule.test.ts.txt", { NAME: name, LABEL: label })],
    [`corpus/negative/${name}.json`, fixture],
  ]),
);
change(`src/rules/${section}.ts`, newRules);
change(`src/findings/catalogue/${section}.ts`, newCatalogue);
addToManifest({
  file: `negative/${name}.json`,
  schema: label,
  provenance: "handmade",
  shows: `Breaks ${name}.`,
  sha256: digest(fixture),
  verdicts: {},
});
console.log(`
Next:
  - src/rules/${section}.ts: severity, ranges of readers and labels, the SDK function
  - src/findings/catalogue/${section}.ts: its sentences
  - src/reading/ (or src/outlook/): find it, in the reader's order
  - corpus/negative/${name}.json: a copy of minimal/${label}.json; break it, renew its sha256 in the manifest, and enter the verdicts that
    the releases really give
  - npm run examples: the file becomes the example that explain prints
  - npm run check`);

/** `text` with `addition` before the first line that `end` matches. */
function beforeFirst(text, end, addition) {
  const at = text.search(end);
  return text.slice(0, at) + addition + text.slice(at);
}

/** `text` with `addition` before the last line that `end` matches. */
function beforeLast(text, end, addition) {
  const matches = [...text.matchAll(new RegExp(end.source, `${end.flags}g`))];
  const last = matches.at(-1);
  if (last === undefined) refuse("the section has no table that ends as expected");
  return text.slice(0, last.index) + addition + text.slice(last.index);
}
