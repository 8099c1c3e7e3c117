import type { Json, JsonObject, Path } from "../document/json.ts";
import type { FindingArgs } from "../findings/finding.ts";
import type { SecretRule } from "../rules/secrets.ts";
import type { TextSecret } from "./text.ts";

export type ReportSecret = (rule: SecretRule, path: Path, args: FindingArgs) => void;

/** Places reported per call at most, and texts with personal data at most: enough to act on, and a bound on hostile input. */
export const maxSecrets = 200;
const maxPersonal = 20;

/** A list or object on the way, and at the same time its path: whole paths are built for hits only. */
export interface Frame<Value = Json[] | JsonObject> {
  readonly value: Value;
  readonly parent: Frame | undefined;
  readonly step: string | number;
}

/** One search, over a run and the runs in it. */
export interface Hunt {
  readonly base: Path;
  readonly report: ReportSecret;
  /** Nested runs that are still to be searched. */
  readonly runs: Frame<JsonObject>[];
  /** Texts with personal data: one finding each, however often the SDK repeats them in the file. Undefined: not looked for. */
  readonly personal: Map<string, { readonly path: Path; places: number }> | undefined;
  readonly texts: Map<string, TextSecret | null>;
  left: number;
}

/** Reports a place, never its value. */
export function tell(
  hunt: Hunt,
  rule: SecretRule,
  parent: Frame | undefined,
  step: string | number,
  what: string,
): void {
  if (hunt.left <= 0) return;
  hunt.left--;
  hunt.report(rule, pathTo(hunt, parent, step), { what });
}

export function notePersonal(hunt: Hunt, parent: Frame | undefined, step: string | number, text: string): void {
  if (hunt.personal === undefined) return;
  const before = hunt.personal.get(text);
  if (before !== undefined) before.places++;
  else if (hunt.personal.size < maxPersonal) {
    hunt.personal.set(text, { path: pathTo(hunt, parent, step), places: 1 });
  }
}

function pathTo(hunt: Hunt, parent: Frame | undefined, step: string | number): Path {
  const path: (string | number)[] = [step];
  for (let frame = parent; frame !== undefined; frame = frame.parent) path.push(frame.step);
  return [...hunt.base, ...path.reverse()];
}
