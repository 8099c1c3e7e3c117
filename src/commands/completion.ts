import { allCauseFacts } from "../catalogues/cause-facts.ts";
import { allRowFacts } from "../catalogues/row-facts.ts";
import { allRuleFacts } from "../catalogues/rule-facts.ts";
import { completionScript, shells } from "../cli/completion.ts";
import { commandRows } from "../cli/rows.ts";
import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { unsafeLosses } from "../migrate/wishes.ts";
import { draftReader, releases } from "../readers/releases.ts";
import { draftVersion, versions } from "../versions/registry.ts";
import type { CommandRun } from "./command.ts";

const run: CommandRun = ([shell = ""], _options, io) => {
  const known = shells.find((name) => name === shell);
  if (known === undefined) throw new UsageError(`no completion for ${shell}; there is one for ${shells.join(", ")}`);
  io.stdout.write(completionScript(known, commandRows, lists()));
  return exitCodes.fine;
};

/** The newest first: it is asked for most. */
function lists() {
  const rules = allRuleFacts().map(({ rule }) => rule);
  const rows = allRowFacts().map(({ row }) => row);
  const causes = allCauseFacts().map(({ cause }) => cause);
  return {
    versions: [...versions.map(({ label }) => label).reverse(), draftVersion.label],
    releases: [...releases.map(({ release }) => release).reverse(), draftReader.release],
    losses: unsafeLosses,
    // A rule and a cause can share one.
    names: [...new Set([...rules, ...rows, ...causes])],
    shells,
  };
}

export default run;
