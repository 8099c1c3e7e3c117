import { type Pin, readRequirement } from "./pin.ts";

/** What a requirements file says of the SDK, and which other files it takes in (`-r`, `-c`), as written. */
export interface Requirements {
  readonly pins: readonly Pin[];
  readonly includes: readonly string[];
}

/** An entry of a conda environment (`- openai-agents=0.22.3`, below `pip:` as pip writes it) as a line of pip. */
function entryOf(line: string): string {
  const [, entry] = /^-\s+["']?([^"']*)["']?$/.exec(line) ?? [];
  return entry === undefined ? line : entry.replace(/^([\w.-]+)=(?=\d)/, "$1==");
}

/** Reads a requirements or constraints file as pip does: comments, continued lines, options, hashes; or the environment.yml of conda. */
export function readRequirements(text: string): Requirements {
  const pins: Pin[] = [];
  const includes: string[] = [];
  for (const line of text
    .replace(/^\ufeff/, "")
    .replace(/\\\r?\n/g, " ")
    .split(/\r?\n/)) {
    const bare = entryOf(line.replace(/(^|\s)#.*$/, "").trim());
    const include = /^(?:-r|--requirement|-c|--constraint)[\s=]*(.+)$/.exec(bare);
    if (include?.[1] !== undefined) includes.push(include[1].trim());
    else {
      const pin = readRequirement(bare.replace(/^(?:-e|--editable)[\s=]*/, "").replace(/\s--?[a-z].*$/, ""));
      if (pin !== undefined) pins.push(pin);
    }
  }
  return { pins, includes };
}
