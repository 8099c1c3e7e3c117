import { versionFacts } from "../catalogues/version-facts.ts";
import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { printJson } from "../report/catalogues/json.ts";
import { versionPage, versionTable } from "../report/catalogues/versions.ts";
import { dataFormat } from "../report/options.ts";
import { choosePaint } from "../report/terminal/paint.ts";
import { namedVersion } from "../versions/named.ts";
import { versions } from "../versions/registry.ts";
import type { SchemaVersion } from "../versions/version.ts";
import type { CommandRun } from "./command.ts";

/** `V`, `A..B` (both included), or nothing for all. */
function chosen(range: string | undefined): readonly SchemaVersion[] {
  if (range === undefined) return versions;
  const [first = "", last, ...rest] = range.split("..");
  if (rest.length > 0 || first === "" || last === "")
    throw new UsageError("versions takes one version (1.21) or a range with both ends (1.15..1.18)");
  if (last === undefined) return [namedVersion(first)];
  const from = versions.indexOf(namedVersion(first));
  const to = versions.indexOf(namedVersion(last));
  if (from < 0 || to < from) throw new UsageError("a range of versions goes from an older to a newer label");
  return versions.slice(from, to + 1);
}

const run: CommandRun = async ([range], options, io) => {
  const facts = chosen(range).map(versionFacts);
  const data = dataFormat(options);
  if (data !== undefined) {
    printJson(io.stdout, data, { versions: facts });
    return exitCodes.fine;
  }
  const paint = await choosePaint(options, io);
  const { columns } = io.stdout;
  if (range === undefined) io.stdout.write(versionTable(facts, columns, paint));
  else for (const fact of facts) io.stdout.write(versionPage(fact, columns, paint));
  return exitCodes.fine;
};

export default run;
