import { type Splice, splice } from "../document/edits/splice.ts";
import type { Path } from "../document/json.ts";
import { versionLabel } from "../document/label.ts";
import { pointerOf } from "../document/pointer.ts";
import { compactStyle } from "../python/canonical-json.ts";
import { canonicalFromText } from "../python/canonical-text.ts";
import { isDigest } from "../sha256.ts";
import { type Masker, maskArgument, maskOption, maskPath } from "./mask.ts";
import { visitTokens } from "./walk.ts";
import { sdkWords } from "./words.ts";
import { type TextRule, type Zone, zoneOf } from "./zones.ts";

/** A value that was replaced; the pointer holds the keys of the result. */
export interface Replaced {
  readonly pointer: string;
  readonly what: "text" | "number" | "key" | "digest";
}

/** A hash that may be of masked text: taken anew once the masked text is known. */
export interface PendingDigest {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly path: Path;
  /** A scope is a hash of names, which are kept: without a new one it stays. */
  readonly isScope: boolean;
}

export interface Masked {
  readonly splices: readonly Splice[];
  readonly digests: readonly PendingDigest[];
  readonly replaced: readonly Replaced[];
}

/** The replacements that mask a JSON text. `keeps`: pointers of values that stay. `lists`: whether to say what was replaced. */
export function maskTokens(
  text: string,
  root: Zone,
  mask: Masker,
  keeps: ReadonlySet<string> = new Set(),
  lists = false,
): Masked {
  const splices: Splice[] = [];
  const digests: PendingDigest[] = [];
  const replaced: Replaced[] = [];
  const put = (start: number, end: number, literal: string, what: Replaced["what"], path: () => Path) => {
    if (text.slice(start, end) === literal) return;
    splices.push({ start, end, text: literal });
    if (lists) replaced.push({ pointer: pointerOf(path()), what });
  };
  visitTokens(text, root, {
    keeps,
    text(start, end, value, zone, path) {
      const { text: rule } = zone;
      if ((rule === "digest" || rule === "scope") && isDigest(value)) {
        digests.push({ start, end, value, path: path(), isScope: rule === "scope" });
        return;
      }
      const masked = maskText(value, rule, mask);
      if (masked !== value) put(start, end, JSON.stringify(masked), "text", path);
    },
    number(start, end, zone, path) {
      if (!zone.keepsNumbers) put(start, end, numberOrZero(text.slice(start, end), mask), "number", path);
    },
    key(start, end, key, zone, path) {
      if (zone.members.has(key)) return key;
      const masked = zone.keys === "path" ? maskPath(mask, key) : mask[zone.keys](key);
      // The place of a key is told by what it became.
      if (masked !== key) put(start, end, JSON.stringify(masked), "key", () => [...path().slice(0, -1), masked]);
      return masked;
    },
  });
  return { splices, digests, replaced };
}

function maskText(value: string, rule: TextRule, mask: Masker): string {
  switch (rule) {
    case "word":
      return sdkWords.has(value) ? value : mask.text(value);
    case "label":
      return versionLabel(value) ?? mask.text(value);
    case "name":
      return mask.name(value);
    case "key":
      return mask.key(value);
    case "path":
      return maskPath(mask, value);
    case "option":
      return maskOption(mask, value);
    case "argument":
      return maskArgument(mask, value);
    case "hash":
      return isDigest(value) ? mask.hex(value) : mask.text(value);
    case "json":
      return maskJson(value, mask);
    default:
      return mask.text(value);
  }
}

/** Arguments and inputs that are JSON stay JSON, with the same keys: their fingerprint is that of the values in them. JSON too deep for Python's
 * parser makes the reader raise, so it stays as deep. */
function maskJson(value: string, mask: Masker): string {
  const canonical = canonicalFromText(value, compactStyle);
  if (typeof canonical !== "string" && canonical.failure === "syntax") return mask.text(value);
  return splice(value, maskTokens(value, zoneOf("jsonValue"), mask).splices);
}

/** What is no number can stand only where a parser gave up. */
function numberOrZero(literal: string, mask: Masker): string {
  return /^(?:-?\d|NaN$|-?Infinity$)/.test(literal) ? mask.number(literal) : "0";
}
