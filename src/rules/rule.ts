import type { Range } from "../readers/range.ts";

/** From heaviest to lightest. */
export const severities = ["error", "resume", "warning", "info"] as const;
export type Severity = (typeof severities)[number];

/** From best to worst. */
export const outlooks = ["ok", "depends", "asks-again", "fails", "unsafe"] as const;
export type Outlook = (typeof outlooks)[number];

/** Whether the resume raises or does something wrong: then a run ends with 1. */
export function isBroken(outlook: Outlook | null): boolean {
  return outlook === "fails" || outlook === "unsafe";
}

/** One rule: how heavy it is, and for which readers (SDK releases) and document labels it holds. Both ranges stand here and
 * nowhere else; whoever reports a rule asks the dialect whether it is on. `sdk` names the reader's function that the rule follows. */
export interface Rule {
  readonly severity: Severity;
  readonly resume?: Outlook;
  readonly readers?: Range;
  readonly labels?: Range;
  /** True: only for the reader that was never released; false: only for released ones. */
  readonly draft?: boolean;
  /** The label is too old for what the document holds, whatever that is: several such errors have one cause. */
  readonly aboutLabel?: boolean;
  /** In a nested run it makes the run around it raise, which asks for the decisions of the calls inside. */
  readonly raisesAround?: boolean;
  readonly sdk: string;
}

/** Left out: everywhere. No empty object stands in for it, since hundreds of rules are made in each run. */
type Reach = Omit<Rule, "severity" | "sdk" | "resume">;

/** The reader raises because of it. */
export function error(sdk: string, reach?: Reach): Rule {
  return { severity: "error", sdk, ...reach };
}

/** Loads, but something is silently dropped, ignored or reinterpreted. */
export function warning(sdk: string, reach?: Reach): Rule {
  return { severity: "warning", sdk, ...reach };
}

export function info(sdk: string): Rule {
  return { severity: "info", sdk };
}

/** Loads, but the resume does not go as the file says. */
export function resumes(resume: Outlook, sdk: string, reach?: Reach): Rule {
  return { severity: "resume", resume, sdk, ...reach };
}
