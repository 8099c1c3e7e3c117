import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { nearestWord } from "../../nearest.ts";

/** What was given in place of a file's name, when there is no such file. It is not repeated: a text and an address may hold secrets. */
export function misnamed(name: string): string | undefined {
  const instead = "was given in place of a file: save it to one, or pipe it in, with - as the name";
  if (/^\s*(?:\[\s*)?\{\s*["']/.test(name)) return `a text ${instead}`;
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(name)?.[1];
  return scheme && `an address (${scheme}://…) ${instead}`;
}

/** Of larger folders the names are not compared. */
const mostNames = 1000;

/** Where a path goes wrong, to put behind the sentence that nothing is there. */
export function nearbyName(file: string): string {
  if (/^[\u2010-\u2015\u2212]/.test(file)) return ": it begins with a dash that is no hyphen; type options with -";
  const folder = dirname(file);
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return `: there is no folder ${folder}`;
  }
  if (names.length > mostNames) return "";
  const name = basename(file);
  const near = nearestWord(name, names, Math.max(2, name.length / 4));
  return near === undefined ? "" : `; did you mean ${file.slice(0, file.lastIndexOf(name))}${near}?`;
}
