import { UsageError } from "../../errors.ts";
import { checkFitting, type OptionNames } from "../../settle/fitting.ts";
import { type Exit, exits, type Fault, faults, type SettleOptions } from "../../settle/options.ts";
import type { Decision, SettleRun } from "../../settle/run/run.ts";
import { type SessionOptions, traitsOf } from "./session.ts";
import { oneOf } from "./values.ts";

/** What the command line says of the resume. */
export interface ResumeOptions extends SessionOptions {
  readonly decide?: string;
  readonly then?: string;
  readonly gate?: string;
  readonly filterDrops?: string;
  readonly fault?: string;
  readonly toolOutput?: readonly string[];
}

const names: OptionNames = {
  decide: "--decide",
  exit: "--then",
  filterDrops: "--filter-drops",
  outputs: "--tool-output",
};

/** Throws UsageError, also for what is said of a call that the run does not have. */
export function settleOptionsOf(args: ResumeOptions, run: SettleRun): SettleOptions {
  const options: SettleOptions = {
    decide: args.decide === undefined ? "none" : decisions(args.decide),
    exit: args.then === undefined ? undefined : oneOf<Exit>("--then", args.then, exits),
    gate: args.gate === undefined ? undefined : oneOf("--gate", args.gate, ["on", "off"]) === "on",
    filterDrops: args.filterDrops === undefined ? undefined : dropsOf(args.filterDrops),
    fault: args.fault === undefined ? undefined : oneOf<Fault>("--fault", args.fault, faults),
    outputs: new Map((args.toolOutput ?? []).map(outputOf)),
    ...traitsOf(args),
  };
  checkFitting(options, run, names);
  return options;
}

function outputOf(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at <= 0) throw new UsageError(`--tool-output is written CALL_ID=TEXT, not ${JSON.stringify(text)}`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function dropsOf(text: string): SettleOptions["filterDrops"] {
  return text === "all" ? "all" : new Set(text.split(","));
}

function decisions(text: string): SettleOptions["decide"] {
  if (text === "approve" || text === "reject" || text === "none") return text;
  const decided = new Map<string, Decision | "pause">();
  for (const part of text.split(",")) {
    // Ids may hold a "=": the last one parts.
    const at = part.lastIndexOf("=");
    if (at <= 0)
      throw new UsageError(`--decide takes approve, reject, none or CALL_ID=approve,…, not ${JSON.stringify(text)}`);
    const word = oneOf<Decision | "pause">("--decide CALL_ID=…", part.slice(at + 1), ["approve", "reject", "pause"]);
    decided.set(part.slice(0, at), word);
  }
  return decided;
}
