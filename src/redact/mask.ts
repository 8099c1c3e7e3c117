import { createHmac } from "node:crypto";
import { isEncodable } from "../python/unicode.ts";
import { isReadOption } from "../sandbox/rclone.ts";
import { carriesAuthority } from "../sandbox/url.ts";
import { hasGluedToken } from "../secrets/glued.ts";
import { findInText } from "../secrets/text.ts";

/** Masks under one key: equal values get equal masks, so that what was equal in a file (or in several under one key) still is. A mask
 * tells of a text its length up to the next power of two, and whether it is a number. */
export interface Masker {
  text(value: string): string;
  /** A number literal: an int stays an int, a float a float; equal numbers stay equal. 0 and 1 are kept: Python takes them for flags. */
  number(literal: string): string;
  /** 64 hex digits in place of 64 others. */
  hex(value: string): string;
  /** An id or a name: kept unless it looks like a secret. The number by which the SDK tells agents of one name apart stays behind it. */
  name(value: string): string;
  /** The key of an object: kept when it looks like one that a program chose. */
  key(value: string): string;
}

const shortest = 16;
/** Longer texts are rounded up to a multiple of it. */
const step = 1024;
const fewestDigits = 6;
const mostDigits = 15;
const longestName = 256;
/** A namespace and a name, behind a word of the SDK. */
const mostParts = 5;
const mostKnown = 4096;

export function createMasker(secret: Uint8Array): Masker {
  const hmac = (value: string) => createHmac("sha256", secret).update(value).digest();
  const digitsOf = (value: string) => {
    const size = Math.max(fewestDigits, Math.min(mostDigits, value.length));
    const hash = hmac(`number ${value}`);
    const head = 2 + ((hash[8] as number) % 8);
    const tail = (hash.readBigUInt64BE() % 10n ** 14n).toString().padStart(14, "0");
    return `${head}${tail.slice(0, size - 1)}`;
  };
  const number = (literal: string) => maskNumber(literal, digitsOf);
  const text = remember((value) => {
    if (value === "") return "";
    if (isNumeric(value)) return number(value);
    const mask = `masked-${letters(hmac(`text ${value}`))}`;
    // A lone half of a surrogate pair is what makes some readers raise.
    const end = isEncodable(value) ? "" : "\ud800";
    return mask.padEnd(lengthClass(value.length) - end.length, "x") + end;
  });
  return {
    text,
    number,
    hex: (value) => hmac(`hex ${value}`).toString("hex"),
    name: remember((value) => {
      const number = /#\d+$/.exec(value)?.[0] ?? "";
      return maskName(value.slice(0, value.length - number.length), text) + number;
    }),
    key: (value) => (looksLikeKey(value) ? value : text(value)),
  };
}

/** The SDK puts a namespace and the name of a tool together (`get_function_tool_approval_keys`): of a part that is secret alone only that
 * part is masked, so that the key of a decision stays that of its tool. */
function maskName(name: string, text: (value: string) => string): string {
  if (isPlainName(name)) return name;
  const parts = name.split(/([.:])/);
  const masked = parts.map((part) => (isPlainName(part) ? part : text(part))).join("");
  return parts.length <= mostParts && isPlainName(masked) ? masked : text(name);
}

function isPlainName(name: string): boolean {
  return name.length <= longestName && !holdsSecret(name) && !isNumberOfSomebody(name);
}

/** Whether a name holds a secret, also one with a word or letters put before it: `call_sk-proj-…`, `xAKIA…`. In other texts such a word makes it none, or
 * `task-…` would be a token; of a name no more than the name is lost. */
function holdsSecret(name: string): boolean {
  if (findInText(name) !== undefined || hasGluedToken(name)) return true;
  for (const { index } of name.matchAll(/[_-](?=[A-Za-z])/g)) {
    if (findInText(name.slice(index + 1), false) !== undefined) return true;
  }
  return false;
}

function remember(mask: (value: string) => string): (value: string) => string {
  const known = new Map<string, string>();
  return (value) => {
    let found = known.get(value);
    if (found !== undefined) return found;
    found = mask(value);
    if (known.size < mostKnown && value.length <= step) known.set(value, found);
    return found;
  };
}

/** Lax models take a text of digits for a number, so it stays one. */
function isNumeric(value: string): boolean {
  return value.length < 400 && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value);
}

function lengthClass(length: number): number {
  if (length > step) return Math.ceil(length / step) * step;
  let size = shortest;
  while (size < length) size *= 2;
  return size;
}

/** Nine letters and digits: 45 bits. */
function letters(hash: Buffer): string {
  return hash.readBigUInt64BE().toString(32).padStart(13, "0").slice(-9);
}

/** A telephone number or an IBAN, as chat programs and shops name their sessions, also behind a word: `whatsapp:+49 170 …`. */
function isNumberOfSomebody(value: string): boolean {
  const number = value.replace(/^[A-Za-z]+(?:[:/]|[_-](?=\+))/, "");
  return /^\+?(?:[ ()./-]{0,2}\d){9,}$/.test(number) || /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}$/.test(number);
}

function looksLikeKey(value: string): boolean {
  if (value === "" || value.length > 64 || !/^[A-Za-z_$][\w$.-]*$/.test(value)) return value === "";
  return !/(?:\d\D*){5}/.test(value) && !holdsSecret(value);
}

function maskNumber(literal: string, digitsOf: (canonical: string) => string): string {
  const sign = literal.startsWith("-") ? "-" : "";
  const bare = literal.slice(sign.length);
  if (/^\d+$/.test(bare)) {
    const int = bare.length > 1 ? bare.replace(/^0+(?=\d)/, "") : bare;
    return int === "0" || int === "1" ? literal : sign + digitsOf(int);
  }
  const value = Number(bare);
  // The words, and what Python reads as an infinity.
  if (!Number.isFinite(value)) return /^\d/.test(bare) ? `${sign}1e999` : literal;
  if (value === 0 || value === 1) return `${sign}${value}.0`;
  return Number.isInteger(value)
    ? `${sign}${digitsOf(BigInt(value).toString())}.0`
    : `${sign}${digitsOf(String(value))}.5`;
}

/** A POSIX path part by part, so that "at or above" stays what it is. `/workspace` is where a manifest stands without a root. */
export function maskPath(mask: Masker, path: string): string {
  const isKept = (part: string) => part === "" || part === "." || part === ".." || part === "workspace";
  return path
    .split("/")
    .map((part) => (isKept(part) ? part : mask.text(part)))
    .join("/");
}

/** A text in a sandbox. Some options of a mount must hold no comma, unless the reader empties them for another reason. */
export function maskOption(mask: Masker, value: string): string {
  const counts = value.includes(",") && !carriesAuthority(value) && !/[\r\n]/.test(value);
  return mask.text(value) + (counts ? "," : "");
}

/** An argument of a command line: the option keeps its name, its value is a path (rclone's `--config` is looked at by the reader). Behind one
 * dash stands a letter, or the value with it. */
export function maskArgument(mask: Masker, argument: string): string {
  if (!argument.startsWith("-")) return maskPath(mask, argument);
  const equals = argument.indexOf("=");
  const option = equals === -1 ? argument : argument.slice(0, equals);
  const isOption = /^(?:-[A-Za-z]|--+[A-Za-z][A-Za-z_-]{0,39})$/.test(option) || isReadOption(option);
  const name = isOption ? option : `--${mask.text(option)}`;
  return equals === -1 ? name : `${name}=${maskPath(mask, argument.slice(equals + 1))}`;
}
