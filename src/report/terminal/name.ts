import { safeText } from "./safe-text.ts";

/** Where a checkpoint comes from. `line` counts from 1 under `--ndjson`, else it is null. */
export interface Named {
  readonly file: string;
  readonly line: number | null;
}

/** A checkpoint by its file, and by its line in NDJSON. */
export function nameOf({ file, line }: Named): string {
  return line === null ? file : `${file}:${line}`;
}

/** The same, fit for a terminal. */
export function safeName(named: Named): string {
  return safeText(nameOf(named));
}

/** A file as the hosts of repositories name it: what begins with "./" is matched with no file there. */
export function repositoryPath(file: string): string {
  return file.replace(/^(?:\.\/+)+/, "");
}
