import { isPacked } from "./document/files/packed.ts";

/** Text as one word of a shell. What no screen shows is written as its bytes: so it can be typed, and forges no line. */
export function shellWord(text: string): string {
  if (/^[\w./:=@%+,-]+$/.test(text)) return text;
  if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replace(/[\\']|[\p{C}\p{Zl}\p{Zp}]/gu, (one) => (one === "\\" || one === "'" ? `\\${one}` : bytesOf(one)))}'`;
}

function bytesOf(character: string): string {
  return [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}

/** The same of an input: a file whose name would be taken for an option is named from its folder. `-` is standard input. */
export function inputWord(file: string): string {
  return shellWord(file.length > 1 && file.startsWith("-") ? `./${file}` : file);
}

/** A pipe that begins with lines of a file, as `taken` (`tail -n +5`) takes them. */
export function linesOf(file: string, taken: string): string {
  return isPacked(file) ? `gzip -dc ${inputWord(file)} | ${taken}` : `${taken} ${inputWord(file)}`;
}
