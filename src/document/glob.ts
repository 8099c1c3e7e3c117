import { join } from "./walk.ts";

/** Whether a path that names no file can be meant as a pattern. */
export function isGlob(path: string): boolean {
  return /[*?[\]{}]|[!@+]\(/.test(path);
}

/** Files and folders that a pattern matches, links not followed by `**`. The matcher is loaded here, where it is needed. */
export async function matchGlob(pattern: string): Promise<string[]> {
  const { globSync } = await import("tinyglobby");
  return globSync(pattern, {
    absolute: pattern.startsWith("/"),
    dot: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    onlyFiles: false,
  });
}

/** The files below a folder that `--ignore` leaves out, by their names as a walk of `root` gives them. A pattern without a slash holds at
 * any depth, the name of a folder for all in it; a pattern may begin with the folder as it was given. */
export async function ignoredBelow(root: string, patterns: readonly string[]): Promise<ReadonlySet<string>> {
  if (patterns.length === 0) return new Set();
  const { globSync } = await import("tinyglobby");
  const names = globSync(
    patterns.map((pattern) => relativePattern(root, pattern)),
    { cwd: root, dot: true },
  );
  return new Set(names.map((name) => join(root, name)));
}

function relativePattern(root: string, pattern: string): string {
  const prefix = join(root, "");
  if (pattern.startsWith(prefix)) return pattern.slice(prefix.length);
  return pattern.replace(/\/$/, "").includes("/") ? pattern : `**/${pattern}`;
}
