import { type BigIntStats, existsSync, fstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

function ofStats(stats: BigIntStats): string | undefined {
  return stats.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
}

/** What tells whether two paths lead to one file, through links too; undefined for what is no regular file. A file that does not exist
 * yet is told by its place. */
export function identityOf(path: string): string | undefined {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? join(realpathSync(dirname(resolve(path))), basename(path)) : ofStats(stats);
  } catch {
    return undefined; // the attempt to read or write it says why
  }
}

/** The same for the file behind standard input or output. */
export function identityOfStandard(fd: 0 | 1): string | undefined {
  try {
    return ofStats(fstatSync(fd, { bigint: true }));
  } catch {
    return undefined;
  }
}

/** Whether a file is one of those, under any name; undefined when none of them exists. */
export function isAmong(files: readonly string[]): ((file: string) => boolean) | undefined {
  const identities = new Set(files.filter((file) => existsSync(file)).map(identityOf));
  identities.delete(undefined);
  return identities.size === 0 ? undefined : (file) => identities.has(identityOf(file));
}
