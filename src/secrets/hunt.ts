import type { JsonObject, Path } from "../document/json.ts";
import type { FindingArgs } from "../findings/finding.ts";
import type { SecretRule } from "../rules/secrets.ts";
import type { TextSecret } from "./text.ts";

export type ReportSecret = (rule: SecretRule, path: Path, args: FindingArgs) => void;

/** Places reported per call at most, and texts with personal data at most: enough to act on, and a bound on hostile input. */
export const maxSecrets = 200;
const maxPersonal = 20;

/** One search, over a run and the runs in it. */
export interface Hunt {
  readonly report: ReportSecret;
  /** Where the search is: whole paths are made for hits only. */
  readonly trail: (string | number)[];
  /** Nested runs that are still to be searched. */
  readonly runs: { readonly value: JsonObject; readonly path: Path }[];
  /** Texts with personal data: one finding each, however often the SDK repeats them in the file. Undefined: not looked for. */
  readonly personal: Map<string, { readonly path: Path; places: number }> | undefined;
  readonly texts: Map<string, TextSecret | null>;
  left: number;
}

/** Reports a place, the member `step` of where the search is, never its value. */
export function tell(hunt: Hunt, rule: SecretRule, step: string | number, what: string): void {
  if (hunt.left <= 0) return;
  hunt.left--;
  hunt.report(rule, [...hunt.trail, step], { what });
}

export function notePersonal(hunt: Hunt, step: string | number, text: string): void {
  if (hunt.personal === undefined) return;
  const before = hunt.personal.get(text);
  if (before !== undefined) before.places++;
  else if (hunt.personal.size < maxPersonal) hunt.personal.set(text, { path: [...hunt.trail, step], places: 1 });
}
