import { findNamedValue, isNameUnit } from "./assignments.ts";
import { hasCardNumber } from "./card-number.ts";
import type { SecretName } from "./names.ts";
import { serviceShape, tokenShapes, wholeToken } from "./shapes.ts";

/** What a text holds; `what` says it in our words. */
export interface TextSecret {
  readonly kind: "private-key" | "connection-string" | "token" | "named" | "card-number" | "personal";
  readonly what: string;
}

/** The beginnings of everything below but mail addresses and named values. */
const suspicious =
  /:\/\/|sk[-_]|rk_|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|A[KS]IA|xox|xapp-|AIza|ya29\.|eyJ|[Bb]earer |[Bb]asic |-----BEGIN|hf_|SG\.|npm_|pypi-|[0-9](?:[ -]?[0-9]){12}/;

/** Every shape below but that of a key file has a stretch of twelve characters without a blank, or thirteen digits. */
const shortestStretch = 12;
const fewestDigits = 13;

const tokens = tokenShapes.map((token) => ({ what: token.what, whole: wholeToken(token) }));

const serviceToken = wholeToken(serviceShape);
const shortestServiceToken = 28;
/** In longer texts they are not looked for: that would cost a third of a run over large ones. */
const longestWithServiceToken = 512;

/** The heaviest secret in a text, or undefined. Linear in its length. */
export function findInText(text: string, withPersonal = true): TextSecret | undefined {
  if (text.length < 6) return undefined;
  const longest = longestStretch(text);
  const shaped = (longest >= shortestStretch || text.includes("-----BEGIN ")) && suspicious.test(text);
  const found = (shaped ? findShape(text) : undefined) ?? findServiceToken(text, longest) ?? findNamed(text);
  if (found !== undefined) return found;
  if (shaped && hasCardNumber(text)) return { kind: "card-number", what: "a card number" };
  return withPersonal && hasMailAddress(text) ? { kind: "personal", what: "an e-mail address" } : undefined;
}

/** One plain pass that lets prose go, at a quarter of what the pattern costs: how long the longest stretch is that could be of a token. */
function longestStretch(text: string): number {
  let stretch = 0;
  let longest = 0;
  let digits = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit <= 0x20) {
      if (stretch > longest) longest = stretch;
      stretch = 0;
    } else if (++stretch === shortestServiceToken) return stretch;
    else if (unit >= 0x30 && unit <= 0x39) digits++;
  }
  return digits >= fewestDigits ? Math.max(longest, stretch, shortestStretch) : Math.max(longest, stretch);
}

function findServiceToken(text: string, longest: number): TextSecret | undefined {
  if (longest < shortestServiceToken || text.length > longestWithServiceToken || !serviceToken.test(text))
    return undefined;
  return { kind: "token", what: serviceShape.what };
}

function findNamed(text: string): TextSecret | undefined {
  const name = findNamedValue(text);
  return name === undefined ? undefined : { kind: "named", what: describeName(name) };
}

export function describeName(name: SecretName): string {
  if (name === "code") return "a security code or number, by its name";
  return `${name === "authorization" ? "an" : "a"} ${name}, by its name`;
}

function findShape(text: string): TextSecret | undefined {
  if (text.includes("-----BEGIN ") && holdsPrivateKey(text)) return { kind: "private-key", what: "a private key" };
  if (text.includes("://")) {
    const what = findInUrls(text);
    if (what !== undefined) return { kind: "connection-string", what };
  }
  for (const { what, whole } of tokens) if (whole.test(text)) return { kind: "token", what };
  return undefined;
}

function holdsPrivateKey(text: string): boolean {
  for (let at = text.indexOf("-----BEGIN "); at !== -1; at = text.indexOf("-----BEGIN ", at + 11)) {
    if (text.slice(at, at + 50).includes("PRIVATE KEY")) return true;
  }
  return false;
}

/** What stands for a password in examples and masked copies. */
const placeholder = /^(?:[*x]+|pass(?:word)?|\$.*|\{.*|%\w+%)$/i;

/** Whoever has one of these can post. */
const webhook =
  /:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|(?:[a-z]+\.)?discord(?:app)?\.com\/api\/webhooks\/|[a-z0-9.-]{1,60}\.webhook\.office\.com\/webhookb2\/|api\.telegram\.org\/bot)[A-Za-z0-9]/;

/** A URL with a password (`scheme://user:password@host`), or one that grants access by itself. */
function findInUrls(text: string): string | undefined {
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 3)) {
    const rest = text.slice(at + 3, at + 2_000);
    const end = rest.search(/[/?#\s"'<>\\]/);
    const authority = end === -1 ? rest : rest.slice(0, end);
    const host = authority.lastIndexOf("@");
    const colon = authority.indexOf(":");
    if (host !== -1 && colon !== -1 && colon < host - 1 && !placeholder.test(authority.slice(colon + 1, host))) {
      return "a URL with a password";
    }
  }
  if (/[?&](?:x-amz-|x-goog-)?sig(?:nature)?=[^&\s"']{8}/i.test(text)) return "a signed URL";
  return webhook.test(text) ? "a webhook's URL" : undefined;
}

/** A word, an at sign, and a host with a dot and a letter after it. */
function hasMailAddress(text: string): boolean {
  for (let at = text.indexOf("@", 1); at !== -1; at = text.indexOf("@", at + 1)) {
    if (!isNameUnit(text.charCodeAt(at - 1)) || !isNameUnit(text.charCodeAt(at + 1))) continue;
    let end = at + 2;
    while (end < at + 256 && isNameUnit(text.charCodeAt(end))) end++;
    const dot = text.charCodeAt(end) === 0x2e ? text.charCodeAt(end + 1) | 0x20 : 0;
    if (dot >= 0x61 && dot <= 0x7a) return true;
  }
  return false;
}
