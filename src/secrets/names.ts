/** What a member's name says about its value: `password`, `token`, … in our words; undefined for an ordinary name. */
export type SecretName = "password" | "token" | "key" | "secret" | "authorization" | "cookie" | "code";

const words: ReadonlyMap<string, SecretName> = new Map([
  ["password", "password"],
  ["passwords", "password"],
  ["passwd", "password"],
  ["passphrase", "password"],
  ["pwd", "password"],
  ["secret", "secret"],
  ["secrets", "secret"],
  ["credential", "secret"],
  ["credentials", "secret"],
  ["token", "token"],
  ["jwt", "token"],
  ["bearer", "token"],
  ["apikey", "key"],
  ["authorization", "authorization"],
  ["cookie", "cookie"],
  ["cookies", "cookie"],
  ["otp", "code"],
  ["cvv", "code"],
  ["cvc", "code"],
  ["ssn", "code"],
]);

/** Words that make a key out of `…_key`; `tool_key`, `cache_key`, `public_key` are ordinary. */
const keyKinds: ReadonlySet<string> = new Set([
  "api",
  "access",
  "private",
  "account",
  "signing",
  "encryption",
  "auth",
  "license",
  "service",
  "master",
  "app",
]);

/** Words that say the value is about a secret: its size, name, hash, owner, life; or a place in a list. */
const aboutWords: ReadonlySet<string> = new Set([
  ..."count counts limit limits budget usage used type types id ids hash hashed hint digest fingerprint sha256".split(
    " ",
  ),
  ..."name names length size ttl expires expiry expiration expired at created updated valid required enabled".split(
    " ",
  ),
  ..."page next continuation sync resume cursor cancellation policy consent status url uri endpoint scope".split(" "),
  ..."description label field fields version strategy provider reset max min tokens ref reference arn path file".split(
    " ",
  ),
]);

/** Null: an ordinary name. */
const known = new Map<string, SecretName | null>();
const keptNames = 4_000;

/** Kind of secret that a member of this name holds (snake, kebab and camel case). */
export function secretName(name: string): SecretName | undefined {
  let kind = known.get(name);
  if (kind === undefined) {
    kind = readName(name) ?? null;
    // Names repeat from document to document; a hostile one must not grow the table for ever.
    if (known.size < keptNames) known.set(name, kind);
  }
  return kind ?? undefined;
}

/** The same without remembering the name: for names cut out of a text, which would keep the whole text in memory. */
export function readName(name: string): SecretName | undefined {
  if (name.length > 80) return undefined;
  const parts = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "");
  if (parts.some((part) => aboutWords.has(part))) return undefined;
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index] ?? "";
    const kind = words.get(part);
    if (kind !== undefined) return kind;
    if (part === "key" && keyKinds.has(parts[index - 1] ?? "")) return "key";
  }
  return parts.join(" ").includes("connection string") ? "password" : undefined;
}

/** Whether a text under such a name is a value at all, and not a mask, a placeholder or a remark. */
export function isSecretValue(value: string): boolean {
  if (value.length < 4 || value.length > 20_000) return false;
  return !/^(?:\*+|x+|\$\{.*|\{\{.*|<.*>|\[.*\]|(?:redacted|masked|hidden|removed|true|false|none|null|string|required)\b.*)$/i.test(
    value.slice(0, 200),
  );
}
