import { isSecretValue, readName, type SecretName } from "./names.ts";

const hint = /pass|pwd|secret|token|jwt|key|authorization|cookie|credential|otp|cvv|cvc|ssn|connection/i;
/** The value after a sign: in quotes (also escaped ones), or up to the next blank or delimiter. */
const valueAfter = /\s{0,3}(?:\\{0,3}["']([^"'\\]{4,200})|([^\s"'\\,;&{}[\]<>]{4,200}))/y;
/** A variable, an attribute or a call: `token=resolved_token`, `key = options.api_key`. */
const codeValue = /\(|^[A-Za-z_$][A-Za-z_$]*$|^[A-Za-z_$][\w$]*[._][\w$.]*$/;

/** The first name in a text that is given a value as a secret is: in JSON text (also escaped), a Python dict, a header, a query, an
 * environment file or a connection string. Prose about passwords is left alone. Goes from sign to sign, so that text without `:` and
 * `=` costs nothing. */
export function findNamedValue(text: string): SecretName | undefined {
  let colon = text.indexOf(":");
  let equals = text.indexOf("=");
  while (colon !== -1 || equals !== -1) {
    const takeColon = equals === -1 || (colon !== -1 && colon < equals);
    const sign = takeColon ? colon : equals;
    const kind = readAssignment(text, sign);
    if (kind !== undefined) return kind;
    if (takeColon) colon = text.indexOf(":", sign + 1);
    else equals = text.indexOf("=", sign + 1);
  }
  return undefined;
}

function readAssignment(text: string, sign: number): SecretName | undefined {
  let end = sign;
  while (end > sign - 4 && text[end - 1] === " ") end--;
  const close = end;
  while (end > close - 5 && isQuote(text.charCodeAt(end - 1))) end--;
  let start = end;
  while (start > end - 80 && isNameUnit(text.charCodeAt(start - 1))) start--;
  if (end - start < 3) return undefined;
  const name = text.slice(start, end);
  if (!hint.test(name) || !isGivenValue(text, sign, start, end < close)) return undefined;
  return readName(name);
}

function isGivenValue(text: string, sign: number, start: number, quotedName: boolean): boolean {
  valueAfter.lastIndex = sign + 1;
  const match = valueAfter.exec(text);
  if (match === null) return false;
  const [, quoted, bare] = match;
  const value = quoted ?? bare ?? "";
  if (!isSecretValue(value) || (hint.test(value) && !/[0-9]/.test(value))) return false;
  if (quoted !== undefined) return true;
  const after = text[valueAfter.lastIndex];
  // In a connection string or a query a plain word is a value all the same.
  const isListed = isDelimiter(after) || isDelimiter(text[start - 1]) || text[start - 1] === "?";
  const inList = isListed && text[sign + 1] === value[0] && !/[._(]/.test(value);
  if (codeValue.test(value) && !inList) return false;
  if (quotedName) return true;
  // Without quotes a colon is prose, unless the name begins a line that ends with the value.
  const ownLine = (start === 0 || text[start - 1] === "\n") && (after === undefined || after === "\n");
  return text[sign] === "=" || ownLine;
}

function isDelimiter(unit: string | undefined): boolean {
  return unit === ";" || unit === "&";
}

function isQuote(unit: number): boolean {
  return unit === 0x22 || unit === 0x27 || unit === 0x5c;
}

/** A letter, a digit, `-` or `_`: what names are made of, and hosts. */
export function isNameUnit(unit: number): boolean {
  const letter = unit | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x2d || unit === 0x5f;
}
