import type { FindingArgs } from "./finding.ts";

/** What a rule says, in our words. `title` is the condition in one line (for the list of rules), `message` what is wrong here,
 * `why` what the SDK does with it and since which release, `fix` the way out. */
export interface Sentences {
  readonly title: string;
  readonly message: (args: FindingArgs) => string;
  readonly why: string | ((args: FindingArgs) => string);
  readonly fix: string | ((args: FindingArgs) => string);
}
