import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { allRuleFacts, type RuleFacts, ruleFacts } from "../inspect/rule-facts.ts";
import { nearestWord } from "../nearest.ts";
import { choosePaint } from "../report/paint.ts";
import { printJson } from "../report/print-json.ts";
import { rulePage, ruleTable } from "../report/rules-text.ts";
import { type RuleName, rules } from "../rules/index.ts";
import type { CommandRun } from "./command.ts";

function isRule(name: string): name is RuleName {
  return Object.hasOwn(rules, name);
}

function chosen(name: string | undefined): RuleFacts[] {
  if (name === undefined) return allRuleFacts();
  if (isRule(name)) return [ruleFacts(name)];
  const nearest = nearestWord(name, Object.keys(rules));
  const hint = nearest === undefined ? "`runstate explain` lists them" : `did you mean ${nearest}?`;
  throw new UsageError(`no rule is named ${name} (${hint})`);
}

const run: CommandRun = async ([name], options, io) => {
  const facts = chosen(name);
  if (options.format === "json" || options.format === "jsonl") {
    printJson(io.stdout, options.format, "rules", facts);
    return exitCodes.fine;
  }
  const paint = await choosePaint(options, io);
  const { columns } = io.stdout;
  if (name === undefined) io.stdout.write(ruleTable(facts, columns, paint));
  else for (const fact of facts) io.stdout.write(rulePage(fact, columns, paint));
  return exitCodes.fine;
};

export default run;
