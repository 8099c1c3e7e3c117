import { sentencesOf } from "../findings/catalogue/index.ts";
import type { FinalEdit } from "./merge.ts";

/** Why an edit is made, as its rule says it. */
export function reasonOf({ rule, args }: FinalEdit["change"]): string {
  return sentencesOf(rule).message(args);
}
