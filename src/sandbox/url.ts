import type { Json } from "../document/json.ts";

/** Whether the reader takes a URL member for one that carries authority: anything but a text, a user, a query, or a text that
 * Python cannot split (`_url_contains_inline_authority`, `urllib.parse.urlsplit` of Python 3.11). */
export function carriesAuthority(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== "string" || value.includes("@")) return true;
  const url = trimmed(value);
  const host = hostOf(url);
  if (host !== undefined && !isSplittable(host)) return true;
  const fragment = url.indexOf("#");
  const query = url.indexOf("?");
  const end = fragment === -1 ? url.length : fragment;
  return query !== -1 && query + 1 < end;
}

/** Without what `urlsplit` takes away first: control characters and blanks in front, tabs and line breaks anywhere. */
function trimmed(text: string): string {
  let start = 0;
  while (start < text.length && text.charCodeAt(start) <= 0x20) start++;
  return text.slice(start).replaceAll("\t", "").replaceAll("\r", "").replaceAll("\n", "");
}

function hostOf(url: string): string | undefined {
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(url)?.[0].length ?? 0;
  if (!url.startsWith("//", scheme)) return undefined;
  const rest = url.slice(scheme + 2);
  const end = rest.search(/[/?#]/);
  return end === -1 ? rest : rest.slice(0, end);
}

function isSplittable(host: string): boolean {
  const opens = host.indexOf("[");
  if ((opens === -1) !== (host.indexOf("]") === -1)) return false;
  if (opens !== -1 && !isBracketedHost(host.slice(opens + 1).split("]", 1)[0] ?? "")) return false;
  const bare = host.replaceAll(":", "");
  const composed = bare.normalize("NFKC");
  return composed === bare || !/[/?#@:]/.test(composed);
}

function isBracketedHost(host: string): boolean {
  return host.startsWith("v") ? /^v[0-9a-fA-F]+\.[^\n]+$/.test(host) : isIpv6(host);
}

/** Python's `ipaddress.IPv6Address`, without importing a network module for a check of text. */
function isIpv6(text: string): boolean {
  const [address = "", ...scope] = text.split("%");
  if (scope.length > 1 || scope[0] === "") return false;
  const parts = address.split(":");
  const last = parts.at(-1) ?? "";
  if (parts.length < 3) return false;
  if (last.includes(".")) {
    if (!isIpv4(last)) return false;
    parts.splice(-1, 1, "0", "0");
  }
  if (parts.length > 9) return false;
  const gap = parts.indexOf("", 1);
  const hasGap = gap !== -1 && gap < parts.length - 1;
  if (hasGap && parts.indexOf("", gap + 1) !== -1 && parts.indexOf("", gap + 1) < parts.length - 1) return false;
  const high = hasGap ? parts.slice(0, gap) : parts;
  const low = hasGap ? parts.slice(gap + 1) : [];
  if (hasGap && high.length === 1 && high[0] === "") high.length = 0;
  if (hasGap && low.length === 1 && low[0] === "") low.length = 0;
  const groups = high.length + low.length;
  return (hasGap ? groups < 8 : groups === 8) && [...high, ...low].every((part) => /^[0-9a-fA-F]{1,4}$/.test(part));
}

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255);
}
