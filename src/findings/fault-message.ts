import type { TextFault } from "../document/text-fault.ts";
import { sentencesOf } from "./catalogue/index.ts";
import type { FindingArgs } from "./finding.ts";

/** What is wrong with a text, in one sentence, for what is no checkpoint either. */
export function faultMessage({ rule, args }: TextFault): string {
  return sentencesOf(rule).message(args as FindingArgs);
}
