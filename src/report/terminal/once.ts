import type { RuleName } from "../../rules/index.ts";

/** What is told of a rule: the text, or nothing where it was told of that rule last time already. `lay` lays out the text that is told. */
export type Once = (rule: RuleName, text: string, lay?: () => string) => string;

/** Of thousands of checkpoints nobody reads the same advice with each. */
export function tellingOnce(): Once {
  const told = new Map<RuleName, string>();
  return (rule, text, lay = () => text) => {
    if (told.get(rule) === text) return "";
    told.set(rule, text);
    return lay();
  };
}

/** What is told of a rule `most` times, with a word where it stops. */
export function tellingFew(most: number): Once {
  const told = new Map<RuleName, number>();
  return (rule, text) => {
    const count = (told.get(rule) ?? 0) + 1;
    told.set(rule, count);
    if (count <= most) return text;
    return count === most + 1 ? `${rule}: told ${most} times; --report FILE names all\n` : "";
  };
}
