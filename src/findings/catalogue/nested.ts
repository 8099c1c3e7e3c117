import type { Outlook } from "../../rules/rule.ts";

/** What becomes of an error in a nested run: an agent tool does not pass it on. */
export const nestedWhy: Partial<Record<Outlook, string>> = {
  "asks-again":
    "This run is nested: since 0.20.0 the run around it does not see the error, and asks for the calls that wait in it again, for ever.",
  fails: "This run is nested: the run around it raises.",
  unsafe:
    "This run is nested: up to 0.19.4 the error becomes the answer of the agent tool. The run around it goes on; approved calls that wait inside never run.",
};
