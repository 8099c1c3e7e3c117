import { exactVersion, fits, readSpecifiers, type Specifier } from "./specifier.ts";

/** What a file says about the release of the SDK, once. */
export interface Pin {
  /** As it stands in the file, for messages. */
  readonly text: string;
  /** Any of these, each with conditions that must all hold; undefined when the text does not say a version. */
  readonly alternatives: readonly (readonly Specifier[])[] | undefined;
  /** It holds only on some systems or Pythons (a marker): one of several such must hold, not all. */
  readonly isConditional: boolean;
}

/** The distribution's name as indexes compare it. */
export const sdkName = "openai-agents";

export function isSdk(name: string): boolean {
  return (
    name
      .trim()
      .toLowerCase()
      .replace(/[-_.]+/g, "-") === sdkName
  );
}

/** A pin of a version that a lock file holds. */
export function lockedPin(version: string, isConditional: boolean): Pin {
  const specifiers = readSpecifiers(`==${version}`);
  return { text: `${sdkName} ${version}`, alternatives: specifiers && [specifiers], isConditional };
}

/** A requirement in the common notation (PEP 508): `openai-agents[litellm]>=0.22,<0.24; python_version>"3.9"`. Undefined when it
 * is about something else. */
export function readRequirement(line: string): Pin | undefined {
  const [text = "", marker] = line.split(/\s*;\s*/, 2);
  const isConditional = marker !== undefined && marker !== "";
  const match = /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(.*?)\s*$/s.exec(text);
  const rest = match?.[2] ?? "";
  const isUrl = rest.startsWith("@") || /^[^\s@]*(?:[:/]|\.whl|\.tar\.gz)/.test(text);
  if (isUrl) return urlPin(text.trim(), match?.[1], isConditional);
  if (match === null || !isSdk(match[1] ?? "")) return undefined;
  const specifiers = readSpecifiers(rest.replace(/^\((.*)\)$/s, "$1"));
  return { text: text.trim(), alternatives: specifiers && [specifiers], isConditional };
}

/** A file or a repository: its name or its tag may say the release. */
function urlPin(text: string, name: string | undefined, isConditional: boolean): Pin | undefined {
  const file = /openai[-_.]agents-v?(\d+(?:\.\d+)*)(?:-|\.tar\.gz|\.zip)/i.exec(text);
  const isOurs =
    (name !== undefined && text.includes("@") && isSdk(name)) ||
    file !== null ||
    /[#&]egg=openai[-_.]agents\b/i.test(text) ||
    /\/openai-agents-python(?:\.git)?(?:[@#/]|$)/i.test(text);
  if (!isOurs) return undefined;
  const version = file?.[1] ?? /@v?(\d+(?:\.\d+)+)(?:#|$)/.exec(text)?.[1];
  const specifiers = version === undefined ? undefined : readSpecifiers(`==${version}`);
  return { text, alternatives: specifiers && [specifiers], isConditional };
}

/** What pins leave: the one release they name, or the newest of the known ones that fits; `isRange` in the latter case. */
export function releaseOf(
  pins: readonly Pin[],
  known: readonly string[],
): { release: string; isRange: boolean } | { problem: "unsaid" | "none-fits"; pin: Pin } {
  const unsaid = pins.find(({ alternatives }) => alternatives === undefined);
  if (unsaid !== undefined) return { problem: "unsaid", pin: unsaid };
  const exact = new Set(
    pins.flatMap(({ alternatives = [] }) => alternatives.flatMap((one) => exactVersion(one) ?? [])),
  );
  const [only] = exact;
  if (only !== undefined && exact.size === 1) return { release: only, isRange: false };
  const allowed = (release: string, { alternatives = [] }: Pin) => alternatives.some((one) => fits(release, one));
  const always = pins.filter(({ isConditional }) => !isConditional);
  const sometimes = pins.filter(({ isConditional }) => isConditional);
  const release = known.findLast(
    (name) =>
      always.every((pin) => allowed(name, pin)) &&
      (sometimes.length === 0 || sometimes.some((pin) => allowed(name, pin))),
  );
  return release === undefined ? { problem: "none-fits", pin: pins[0] as Pin } : { release, isRange: true };
}
