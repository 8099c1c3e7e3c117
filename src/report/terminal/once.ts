import type { RuleName } from "../../rules/index.ts";

/** What is told of a rule: the text, or nothing where it was told of that rule last time already. */
export type Once = (rule: RuleName, text: string) => string;

/** Of thousands of checkpoints nobody reads the same advice with each. */
export function tellingOnce(): Once {
  const told = new Map<RuleName, string>();
  return (rule, text) => {
    if (told.get(rule) === text) return "";
    told.set(rule, text);
    return text;
  };
}
