import { allCauseFacts } from "../catalogues/cause-facts.ts";
import { allRowFacts } from "../catalogues/row-facts.ts";
import { allRuleFacts } from "../catalogues/rule-facts.ts";
import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { nearestWord } from "../nearest.ts";
import { type Explained, explainedPages, explainedTable } from "../report/catalogues/explain.ts";
import { printJson } from "../report/catalogues/json.ts";
import { dataFormat } from "../report/options.ts";
import { choosePaint } from "../report/terminal/paint.ts";
import type { CommandRun } from "./command.ts";

/** What has this name. A rule and a cause can share it; rows are found in small letters too. */
function named(name: string, { rules, rows, causes }: Explained): Explained {
  const found = {
    rules: rules.filter(({ rule }) => rule === name),
    rows: rows.filter(({ row }) => row === name.toUpperCase()),
    causes: causes.filter(({ cause }) => cause === name),
  };
  if (found.rules.length + found.rows.length + found.causes.length > 0) return found;
  const names = [...rules.map(({ rule }) => rule), ...rows.map(({ row }) => row), ...causes.map(({ cause }) => cause)];
  throw new UsageError(
    `no rule, row or cause ${name === "" ? "has an empty name" : `is named ${name}`} (${hintFor(name, names)})`,
  );
}

/** Names that a hint lists. */
const mostHinted = 8;
/** Of shorter ones too many names are made. */
const shortestPart = 4;

function hintFor(name: string, names: readonly string[]): string {
  const holding = name.length < shortestPart ? [] : [...new Set(names.filter((one) => one.includes(name)))];
  if (holding.length > 0) {
    const more = holding.length > mostHinted ? ", …" : "";
    return `names that hold it: ${holding.slice(0, mostHinted).join(", ")}${more}`;
  }
  const nearest = name === "" ? undefined : nearestWord(name, names, name.length / 2);
  return nearest === undefined ? "`runstate explain` lists them" : `did you mean ${nearest}?`;
}

const run: CommandRun = async ([name], options, io) => {
  const all = { rules: allRuleFacts(), rows: allRowFacts(), causes: allCauseFacts() };
  const chosen = name === undefined ? all : named(name, all);
  const data = dataFormat(options);
  if (data !== undefined) {
    printJson(io.stdout, data, { ...chosen });
    return exitCodes.fine;
  }
  const paint = await choosePaint(options, io);
  const { columns } = io.stdout;
  io.stdout.write((name === undefined ? explainedTable : explainedPages)(chosen, columns, paint));
  return exitCodes.fine;
};

export default run;
