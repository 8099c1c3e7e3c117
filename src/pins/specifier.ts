/** One condition on a version, as Python packages write it (PEP 440): `>=0.22`, `==0.22.*`. */
export interface Specifier {
  readonly operator: string;
  /** Release numbers of the version that is compared with. */
  readonly numbers: readonly number[];
  /** -1 for a pre-release, 0 for a release, 1 for a post-release. */
  readonly phase: -1 | 0 | 1;
  /** `==0.22.*` */
  readonly isPrefix: boolean;
}

const written =
  /^(~=|===?|!=|<=?|>=?)\s*v?(?:0!)?(\d{1,9}(?:\.\d{1,9}){0,5})(\.\*)?([-_.]?[a-z][-_.a-z0-9]*)?(?:\+[a-z0-9.]+)?$/i;

/** Reads one specifier; undefined when it is none. */
function readSpecifier(text: string): Specifier | undefined {
  const match = written.exec(text.trim());
  if (match === null) return undefined;
  const [, operator = "", numbers = "", star, suffix] = match;
  const phase = suffix === undefined ? 0 : /^[-_.]?(?:post|rev|r(?!c))/i.test(suffix) ? 1 : -1;
  return { operator, numbers: numbers.split(".").map(Number), phase, isPrefix: star !== undefined };
}

/** Reads specifiers with commas between, all of which must hold; undefined when one is none. An empty text allows every version. */
export function readSpecifiers(text: string): Specifier[] | undefined {
  const specifiers: Specifier[] = [];
  for (const part of text.split(",")) {
    if (part.trim() === "") continue;
    const specifier = readSpecifier(part);
    if (specifier === undefined) return undefined;
    specifiers.push(specifier);
  }
  return specifiers;
}

/** Whether a released version (numbers only) fits all specifiers. */
export function fits(version: string, specifiers: readonly Specifier[]): boolean {
  const numbers = version.split(".").map(Number);
  return specifiers.every((specifier) => fitsOne(numbers, specifier));
}

function fitsOne(version: readonly number[], specifier: Specifier): boolean {
  const { operator, numbers, isPrefix } = specifier;
  const order = compare(version, numbers) || -specifier.phase;
  switch (operator) {
    case "==":
    case "===":
      return isPrefix ? hasPrefix(version, numbers) : order === 0;
    case "!=":
      return isPrefix ? !hasPrefix(version, numbers) : order !== 0;
    case "~=":
      return order >= 0 && hasPrefix(version, numbers.slice(0, -1));
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    default:
      return order >= 0;
  }
}

function hasPrefix(version: readonly number[], prefix: readonly number[]): boolean {
  return prefix.every((number, at) => (version[at] ?? 0) === number);
}

/** As `compareVersions` does, which is not built on it: V8 would compile so small a function in each run of a command, for a millisecond. */
function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The one version that specifiers name, when they name one. */
export function exactVersion(specifiers: readonly Specifier[]): string | undefined {
  const exact = specifiers.find(({ operator, isPrefix }) => /^===?$/.test(operator) && !isPrefix);
  return exact?.numbers.join(".");
}
