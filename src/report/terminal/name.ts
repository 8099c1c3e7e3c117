import type { Named } from "../../document/checkpoint.ts";
import { safeText } from "./safe-text.ts";

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
