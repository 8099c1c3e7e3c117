import { findNamedValue, isNameUnit } from "./assignments.ts";
import { hasCardNumber } from "./card-number.ts";
import type { SecretName } from "./names.ts";

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

/** Tokens of further services, by the beginning that each service gives its own. They are long: few texts have to be looked through. */
const serviceShapes = [
  "(?:gsk|ntn|pcsk|sbp|whsec|glsa|sntry[su]|figd|lin_(?:api|oauth)|lsv2_(?:pt|sk)|pscale_(?:pw|tkn|oauth)|sb_secret|pylf_v1_[a-z]{2})_[A-Za-z0-9+/=_-]{30}",
  "(?:bkua|CCIPAT|dbtc|e2b|glc|hcaik|jina|napi|nfp|phx|rdme|rnd|secret|sgp|sq[pu]|vcp)_(?=[A-Za-z]{0,25}[0-9])[A-Za-z0-9]{30}",
  "(?:xai|pplx|tvly|GOCSPX|PMAK|sq0[a-z]{3}|csk|NRAK|nvapi|tskey-[a-z]{2,6})-(?=[A-Za-z_-]{0,22}[0-9])[A-Za-z0-9_-]{24}",
  "(?:shp(?:at|ca|pa|ss)_|dapi|fc-|key-)[0-9a-f]{32}",
  "(?:do[opr]_v1_|pul-|rubygems_|sk_|xkeysib-|mlsn\\.)[0-9a-f]{40}",
  "(?:access-(?:production|sandbox|development)|pat-[a-z]{2}[0-9])-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-",
  "access_token\\$[a-z]{4,20}\\$[0-9a-z]{16}",
  "(?:dckr_[op]at_|sq0atp-)[A-Za-z0-9_-]{22}",
  "re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20}",
  "r8_[A-Za-z0-9]{36}",
  "ops_eyJ[A-Za-z0-9_=-]{40}",
  "SK[0-9a-f]{32}(?![0-9a-zA-Z])",
  "(?:hv[bsr]|dp\\.(?:audit|ct|pt|sa|scim|st)|dt0c01)\\.[A-Za-z0-9_.-]{24}",
  "pat[A-Za-z0-9]{14}\\.[0-9a-f]{32}",
  "[A-Za-z0-9]{14}\\.atlasv1\\.",
  "(?:ATATT3|ATCTT3|ABSK)[A-Za-z0-9_=+/-]{40}",
  "AGE-SECRET-KEY-1[A-Z0-9]{30}",
  "[0-9]{8,10}:AA[A-Za-z0-9_-]{33}",
];
export const serviceKey = new RegExp(`(?<![A-Za-z0-9_-])(?:${serviceShapes.join("|")})`);
const shortestServiceKey = 28;
/** In longer texts they are not looked for: that would cost a third of a run over large ones. */
const longestWithServiceKey = 512;

/** Shapes of well-known tokens. Quantifiers stand on single classes and end the pattern or meet a character outside the class, so
 * that hostile text costs no more than its length. */
export const tokens: readonly (readonly [what: string, shape: RegExp])[] = [
  ["an API key (sk-…)", /(?<![A-Za-z0-9_-])sk-(?=[A-Za-z_-]{0,60}[0-9])[A-Za-z0-9_-]{16}/],
  ["a payment API key", /(?<![A-Za-z0-9])[sr]k_(?:live|test)_[A-Za-z0-9]{10}/],
  ["a GitHub token", /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20}|github_pat_[A-Za-z0-9_]{20})/],
  [
    "a GitLab token",
    /(?<![A-Za-z0-9])gl(?:pat|dt|rt|ft|ptt|cbt|agent|oas|soat|imt)-(?=[A-Za-z_-]{0,18}[0-9])[A-Za-z0-9_-]{20}/,
  ],
  ["an AWS access key", /(?<![A-Za-z0-9])A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])/],
  ["a Slack token", /(?<![A-Za-z0-9])(?:xox[abeoprs]|xapp)-(?=[A-Za-z-]{0,20}[0-9])[A-Za-z0-9-]{10}/],
  ["a Google key", /(?<![A-Za-z0-9])(?:AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20})/],
  ["a JSON web token", /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{5,2000}\.[A-Za-z0-9_-]{2,}/],
  ["a bearer token", /(?<![A-Za-z0-9])[Bb]earer (?=[A-Za-z._~+/=-]{0,60}[0-9])[A-Za-z0-9._~+/=-]{16}/],
  ["basic credentials", /(?<![A-Za-z0-9])[Bb]asic (?=[A-Za-z+/]{0,60}[0-9=])[A-Za-z0-9+/=]{12}/],
  ["a Hugging Face token", /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30}/],
  ["a mail service key", /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{16}/],
  ["a package registry token", /(?<![A-Za-z0-9])(?:npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{40})/],
];

/** The heaviest secret in a text, or undefined. Linear in its length. */
export function findInText(text: string, withPersonal = true): TextSecret | undefined {
  if (text.length < 6) return undefined;
  const longest = longestStretch(text);
  const shaped = (longest >= shortestStretch || text.includes("-----BEGIN ")) && suspicious.test(text);
  const found = (shaped ? findShape(text) : undefined) ?? findServiceKey(text, longest) ?? findNamed(text);
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
    } else if (++stretch === shortestServiceKey) return stretch;
    else if (unit >= 0x30 && unit <= 0x39) digits++;
  }
  return digits >= fewestDigits ? Math.max(longest, stretch, shortestStretch) : Math.max(longest, stretch);
}

function findServiceKey(text: string, longest: number): TextSecret | undefined {
  if (longest < shortestServiceKey || text.length > longestWithServiceKey || !serviceKey.test(text)) return undefined;
  return { kind: "token", what: "a service's token" };
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
  for (const [what, shape] of tokens) if (shape.test(text)) return { kind: "token", what };
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
