import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import type { SecretRule } from "../rules/secrets.ts";
import { mountKinds } from "../sandbox/tables.ts";
import { isCardNumber, smallestCardNumber } from "./card-number.ts";
import { type Frame, type Hunt, notePersonal, tell } from "./hunt.ts";
import { searchMcpTool } from "./mcp.ts";
import { isSecretValue, type SecretName, secretName } from "./names.ts";
import { type Role, roleInEnvironment, roleInItem, roleInSandbox } from "./roles.ts";
import { describeName, findInText, type TextSecret } from "./text.ts";

/** Whose words stand there: the application's own values, model items with the API's technical members around the words, or a
 * sandbox with its mounts and the variables of its environment. */
export type Zone = "plain" | "item" | "sandbox" | "environment";

interface Step extends Frame {
  readonly zone: Zone;
  /** What the name of this list or object says about the texts directly in it. */
  readonly named: SecretName | undefined;
}

/** Members that describe a value under a telling name, in a JSON Schema for instance. */
const descriptive: ReadonlySet<string> = new Set(
  "type title description format default name id label expires_at expires created_at domain path user username".split(
    " ",
  ),
);

/** Looks through a value, whatever it is, without recursion. */
export function searchValue(
  hunt: Hunt,
  parent: Frame | undefined,
  step: string | number,
  value: Json | undefined,
  zone: Zone,
): void {
  if (typeof value === "string") searchText(hunt, parent, step, value, zone, undefined);
  if (typeof value !== "object" || value === null) return;
  const open: Step[] = [{ value, parent, step, zone, named: undefined }];
  for (let next = open.pop(); next !== undefined && hunt.left > 0; next = open.pop()) {
    if (Array.isArray(next.value)) searchList(hunt, next, next.value, open);
    else searchObject(hunt, next, next.value, open);
  }
}

function searchList(hunt: Hunt, frame: Step, list: Json[], open: Step[]): void {
  const { zone, named } = frame;
  for (let index = 0; index < list.length; index++) visit(hunt, frame, index, list[index], zone, named, open);
}

/** Most members are numbers, flags and nulls: they are let go before anything is looked up. The loop is written out, since it runs for
 * every member of a document, and mostly before V8 inlines anything. */
function searchObject(hunt: Hunt, frame: Step, object: JsonObject, open: Step[]): void {
  const { zone, named } = frame;
  const credentials = zone === "sandbox" ? credentialsOf(object) : undefined;
  for (const key in object) {
    const value = object[key];
    if (credentials !== undefined && value !== null && credentials.includes(key)) {
      tell(hunt, "secret-mount", frame, key, `the ${key} of a mount`);
      continue;
    }
    const isText = typeof value === "string";
    if (!isText && (typeof value !== "object" || value === null) && !isLongNumber(value)) continue;
    const role = zone === "item" ? roleInItem(key) : roleIn(zone, key);
    if (role === "technical") continue;
    if (role !== "plain") searchSpecial(hunt, frame, key, value, role, open);
    else if (isText) {
      const inherited = named !== undefined && !descriptive.has(key) ? named : undefined;
      searchText(hunt, frame, key, value, zone, inherited);
    } else visit(hunt, frame, key, value, zone, undefined, open);
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
function searchSpecial(hunt: Hunt, frame: Step, key: string, value: Json | undefined, role: Role, open: Step[]): void {
  if (role === "trace-key" && typeof value === "string") {
    if (value !== "") tell(hunt, "secret-trace-key", frame, key, "the API key of the trace exporter");
  } else if (role === "nested-run" && isObject(value)) hunt.runs.push({ value, parent: frame, step: key });
  else if (role === "mcp-tool" && isObject(value)) {
    searchMcpTool(hunt, { value, parent: frame, step: key }, searchValue);
  } else visit(hunt, frame, key, value, zoneBelow(frame.zone, role), asName(role), open);
}

function credentialsOf(object: JsonObject): readonly string[] | undefined {
  const type = member(object, "type");
  return typeof type === "string" ? mountKinds.get(type)?.credentials : undefined;
}

function visit(
  hunt: Hunt,
  parent: Frame,
  step: string | number,
  value: Json | undefined,
  zone: Zone,
  named: SecretName | undefined,
  open: Step[],
): void {
  if (typeof value === "string") searchText(hunt, parent, step, value, zone, named);
  else if (typeof value === "object" && value !== null) open.push({ value, parent, step, zone, named });
  else if (isLongNumber(value) && isCardNumber(String(value))) {
    tell(hunt, "secret-card-number", parent, step, "a card number");
  }
}

function searchText(
  hunt: Hunt,
  parent: Frame | undefined,
  step: string | number,
  text: string,
  zone: Zone,
  named: SecretName | undefined,
): void {
  if (text.length < shortestText) return;
  const found = remembered(hunt, text);
  if (found !== undefined && found.kind !== "personal") {
    tell(hunt, zone === "environment" ? "secret-environment" : ruleOf[found.kind], parent, step, found.what);
  } else if (named !== undefined && isSecretValue(text) && (named === "password" || !/\s/.test(text))) {
    tell(hunt, zone === "environment" ? "secret-environment" : "secret-by-name", parent, step, describeName(named));
  } else if (found !== undefined) notePersonal(hunt, parent, step, text);
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
