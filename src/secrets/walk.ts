import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import type { SecretRule } from "../rules/secrets.ts";
import { mountKinds } from "../sandbox/tables.ts";
import { isCardNumber, smallestCardNumber } from "./card-number.ts";
import { type Hunt, notePersonal, tell } from "./hunt.ts";
import { searchMcpTool } from "./mcp.ts";
import { isSecretValue, type SecretName, secretName } from "./names.ts";
import { type Role, roleInEnvironment, roleInItem, roleInSandbox } from "./roles.ts";
import { describeName, findInText, type TextSecret } from "./text.ts";

/** Whose words stand there: the application's own values, model items with the API's technical members around the words, or a
 * sandbox with its mounts and the variables of its environment. */
export type Zone = "plain" | "item" | "sandbox" | "environment";

/** Members that describe a value under a telling name, in a JSON Schema for instance. */
const descriptive: ReadonlySet<string> = new Set(
  "type title description format default name id label expires_at expires created_at domain path user username".split(
    " ",
  ),
);

/** Looks through the member `step` of where the search is. `named`: what the name of that list or object says about the texts directly in
 * it. */
export function searchValue(
  hunt: Hunt,
  step: string | number,
  value: Json | undefined,
  zone: Zone,
  named?: SecretName,
): void {
  if (typeof value === "string") searchText(hunt, step, value, zone, named);
  else if (typeof value === "object" && value !== null) {
    if (hunt.left <= 0) return;
    hunt.trail.push(step);
    if (Array.isArray(value)) searchList(hunt, value, zone, named);
    else searchObject(hunt, value, zone, named);
    hunt.trail.pop();
  } else if (isLongNumber(value) && isCardNumber(String(value))) {
    tell(hunt, "secret-card-number", step, "a card number");
  }
}

function searchList(hunt: Hunt, list: readonly Json[], zone: Zone, named: SecretName | undefined): void {
  for (let index = 0; index < list.length; index++) searchValue(hunt, index, list[index], zone, named);
}

/** Most members are numbers, flags and nulls: they are let go before anything is looked up. The loop is written out, since it runs for
 * every member of a document, and mostly before V8 inlines anything. */
function searchObject(hunt: Hunt, object: JsonObject, zone: Zone, named: SecretName | undefined): void {
  const credentials = zone === "sandbox" ? credentialsOf(object) : undefined;
  for (const key in object) {
    const value = object[key];
    if (credentials !== undefined && value !== null && credentials.includes(key)) {
      tell(hunt, "secret-mount", key, `the ${key} of a mount`);
      continue;
    }
    const isText = typeof value === "string";
    if (!isText && (typeof value !== "object" || value === null) && !isLongNumber(value)) continue;
    const role = zone === "item" ? roleInItem(key) : roleIn(zone, key);
    if (role === "technical") continue;
    if (role !== "plain") searchSpecial(hunt, key, value, zone, role);
    else if (isText) {
      const inherited = named !== undefined && !descriptive.has(key) ? named : undefined;
      searchText(hunt, key, value, zone, inherited);
    } else searchValue(hunt, key, value, zone);
  }
}

function isLongNumber(value: Json | undefined): value is number {
  return typeof value === "number" && value >= smallestCardNumber;
}

function roleIn(zone: Zone, key: string): Role {
  if (zone === "plain") return secretName(key) ?? "plain";
  return zone === "sandbox" ? roleInSandbox(key) : roleInEnvironment(key);
}

function zoneBelow(zone: Zone, role: Role): Zone {
  if (role === "environment") return "environment";
  return role === "user-values" ? "plain" : zone;
}

function asName(role: Role): SecretName | undefined {
  switch (role) {
    case "technical":
    case "plain":
    case "nested-run":
    case "mcp-tool":
    case "trace-key":
    case "environment":
    case "user-values":
      return undefined;
    default:
      return role;
  }
}

/** Members with rules of their own; where a value has not the shape for it, it is searched like any other. */
function searchSpecial(hunt: Hunt, key: string, value: Json | undefined, zone: Zone, role: Role): void {
  if (role === "trace-key" && typeof value === "string") {
    if (value !== "") tell(hunt, "secret-trace-key", key, "the API key of the trace exporter");
  } else if (role === "nested-run" && isObject(value)) hunt.runs.push({ value, path: [...hunt.trail, key] });
  else if (role === "mcp-tool" && isObject(value)) searchMcpTool(hunt, key, value, searchValue);
  else searchValue(hunt, key, value, zoneBelow(zone, role), asName(role));
}

function credentialsOf(object: JsonObject): readonly string[] | undefined {
  const type = member(object, "type");
  return typeof type === "string" ? mountKinds.get(type)?.credentials : undefined;
}

function searchText(hunt: Hunt, step: string | number, text: string, zone: Zone, named: SecretName | undefined): void {
  if (text.length < shortestText) return;
  const found = remembered(hunt, text);
  if (found !== undefined && found.kind !== "personal") {
    tell(hunt, zone === "environment" ? "secret-environment" : ruleOf[found.kind], step, found.what);
  } else if (named !== undefined && isSecretValue(text) && (named === "password" || !/\s/.test(text))) {
    tell(hunt, zone === "environment" ? "secret-environment" : "secret-by-name", step, describeName(named));
  } else if (found !== undefined) notePersonal(hunt, step, text);
}

/** The SDK writes the same call or message in up to nine places of a file. */
function remembered(hunt: Hunt, text: string): TextSecret | undefined {
  if (text.length < shortestRemembered || text.length > longestRemembered)
    return findInText(text, hunt.personal !== undefined);
  const before = hunt.texts.get(text);
  if (before !== undefined) return before === null ? undefined : before;
  const found = findInText(text, hunt.personal !== undefined);
  if (hunt.texts.size < 1_000) hunt.texts.set(text, found ?? null);
  return found;
}

/** Shorter texts are no secrets, whatever their name. */
const shortestText = 4;
const shortestRemembered = 12;
const longestRemembered = 400;

const ruleOf: Readonly<Record<Exclude<TextSecret["kind"], "personal">, SecretRule>> = {
  "private-key": "secret-private-key",
  "connection-string": "secret-connection-string",
  token: "secret-token",
  named: "secret-by-name",
  "card-number": "secret-card-number",
};
