import { isSdk, lockedPin, type Pin, readRequirement } from "./pin.ts";
import { readPoetryRange } from "./poetry-range.ts";
import { readSpecifiers } from "./specifier.ts";

type Table = Readonly<Record<string, unknown>>;

function tableOf(value: unknown): Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Table) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function at(table: Table, ...keys: readonly string[]): unknown {
  let value: unknown = table;
  for (const key of keys) value = Object.hasOwn(tableOf(value), key) ? tableOf(value)[key] : undefined;
  return value;
}

/** The packages of a lock file (uv.lock, poetry.lock, pdm.lock: `[[package]]`; pylock.toml: `[[packages]]`); undefined when the
 * document is no lock file. */
export function readLock(document: unknown): Pin[] | undefined {
  const table = tableOf(document);
  const packages = at(table, "package") ?? at(table, "packages");
  if (!Array.isArray(packages)) return undefined;
  const versions = packages
    .map(tableOf)
    .filter((entry) => isSdk(textOf(entry.name) ?? ""))
    .map((entry) => textOf(entry.version) ?? "");
  return versions.map((version) => lockedPin(version, versions.length > 1));
}

/** Pipfile.lock: `{"default": {"openai-agents": {"version": "==0.22.3"}}, "develop": …}`. */
export function readPipfileLock(document: unknown): Pin[] {
  return firstWith(["default", "develop"].map((section) => pipenvPins(at(tableOf(document), section))));
}

/** pyproject.toml (PEP 621, dependency groups, Poetry, PDM, uv) or Pipfile: what the project itself needs, else its extras and groups; of
 * uv with its constraints, or what overrides them. */
export function readProject(document: unknown): Pin[] {
  const table = tableOf(document);
  const poetry = tableOf(at(table, "tool", "poetry"));
  const uv = tableOf(at(table, "tool", "uv"));
  const overrides = lines(uv["override-dependencies"]);
  if (overrides.length > 0) return overrides;
  const groups = Object.values(tableOf(poetry.group)).map((group) => tableOf(group).dependencies);
  const own = firstWith([
    lines(at(table, "project", "dependencies")),
    poetryPins(poetry.dependencies),
    pipenvPins(at(table, "packages")),
    ...tablesOfLines(at(table, "project", "optional-dependencies")),
    ...tablesOfLines(at(table, "dependency-groups")),
    ...tablesOfLines(at(table, "tool", "pdm", "dev-dependencies")),
    lines(uv["dev-dependencies"]),
    ...[...groups, poetry["dev-dependencies"]].map(poetryPins),
    pipenvPins(at(table, "dev-packages")),
  ]);
  return own.length === 0 ? own : [...own, ...lines(uv["constraint-dependencies"])];
}

function firstWith(sections: readonly Pin[][]): Pin[] {
  return sections.find((pins) => pins.length > 0) ?? [];
}

function lines(value: unknown): Pin[] {
  return listOf(value).flatMap((line) => (typeof line === "string" ? (readRequirement(line) ?? []) : []));
}

function tablesOfLines(value: unknown): Pin[][] {
  return Object.values(tableOf(value)).map(lines);
}

/** `openai-agents = "^0.22"`, a table with `version`, or a list of such tables for different systems. */
function poetryPins(value: unknown): Pin[] {
  return entriesOf(value, (text) => readPoetryRange(text));
}

function pipenvPins(value: unknown): Pin[] {
  return entriesOf(value, (text) => {
    const specifiers = readSpecifiers(text === "*" ? "" : text);
    return specifiers && [specifiers];
  });
}

function entriesOf(value: unknown, read: (text: string) => Pin["alternatives"]): Pin[] {
  const pins: Pin[] = [];
  for (const [name, entry] of Object.entries(tableOf(value))) {
    if (!isSdk(name)) continue;
    const choices = Array.isArray(entry) ? entry : [entry];
    for (const choice of choices) {
      const { version, tag } = tableOf(choice);
      const text = textOf(choice) ?? textOf(version) ?? textOf(tag)?.replace(/^v?/, "==");
      const isConditional = choices.length > 1;
      pins.push({
        text: `${name} ${text ?? ""}`.trim(),
        alternatives: text === undefined ? undefined : read(text),
        isConditional,
      });
    }
  }
  return pins;
}
