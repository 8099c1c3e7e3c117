import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import { joinObject, quote, type Style } from "./canonical-json.ts";
import { encode, type Place } from "./encode.ts";
import { floatRepr, isIntegerText } from "./number.ts";
import { isTruthy } from "./truth.ts";

/** How a model of the openai package writes a value back that it has read: numbers and booleans in their declared type,
 * undeclared members kept (its classes) or left out (its TypedDicts: `closed`). */
export type Shape =
  | "any"
  | "int"
  | "float"
  | "bool"
  | "text-or-float"
  | "exact-text-or-float"
  | { readonly list: Shape }
  | { readonly byType: ReadonlyMap<Json | undefined, Shape> }
  | Fields;

interface Fields {
  readonly fields: ReadonlyMap<string, Shape>;
  readonly closed: boolean;
  /** Keys that Python has another name for. */
  readonly renamed?: ReadonlyMap<string, string>;
}

/** The canonical text of a value that a model has accepted, as the model writes it. Undefined when nested too deep. */
export function encodeShaped(value: Json, shape: Shape, style: Style, place: Place | undefined): string | undefined {
  if (shape === "any" || value === null) return encode(value, style, place);
  if (shape === "int") return intText(value, style, place);
  if (shape === "float") return floatText(value, style, place);
  if (shape === "bool") return boolText(value, style, place);
  if (shape === "text-or-float") return textOrFloat(value, style, place);
  // A model that is one way of several to read a value is not taken for it where it would have to convert a boolean.
  if (shape === "exact-text-or-float")
    return Array.isArray(value) && value.some((entry) => typeof entry === "boolean")
      ? encode(value, style, place)
      : textOrFloat(value, style, place);
  if ("list" in shape)
    return Array.isArray(value) ? listText(value, shape.list, style, place) : encode(value, style, place);
  if (!isObject(value)) return encode(value, style, place);
  if ("byType" in shape) return encodeShaped(value, shape.byType.get(member(value, "type")) ?? "any", style, place);
  return objectText(value, shape, style, place);
}

/** The place of a member or an entry. */
export function under(place: Place | undefined, step: string | number): Place | undefined {
  return place === undefined ? undefined : { document: place.document, path: [...place.path, step] };
}

function listText(list: readonly Json[], shape: Shape, style: Style, place: Place | undefined): string | undefined {
  const texts = list.map((entry, at) => encodeShaped(entry, shape, style, under(place, at)));
  return texts.includes(undefined) ? undefined : `[${texts.join(style.comma)}]`;
}

function objectText(object: JsonObject, shape: Fields, style: Style, place: Place | undefined): string | undefined {
  const keys: string[] = [];
  const texts: string[] = [];
  for (const key of Object.keys(object)) {
    const field = shape.fields.get(key);
    if (field === undefined && shape.closed) continue;
    const text = encodeShaped(object[key] ?? null, field ?? "any", style, under(place, key));
    if (text === undefined) return undefined;
    keys.push(shape.renamed?.get(key) ?? key);
    texts.push(text);
  }
  return joinObject(keys, texts, style);
}

/** Pydantic takes 2.0, "2" and true for an int. */
function intText(value: Json, style: Style, place: Place | undefined): string | undefined {
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "string") {
    const digits = value.trim().replaceAll("_", "").replace(/^\+/, "").replace(/\.0*$/, "");
    return /^-?\d+$/.test(digits) ? BigInt(digits).toString() : quote(value, style);
  }
  // However it is spelled, pydantic makes an int of it.
  if (typeof value === "number" && Number.isSafeInteger(value)) return value === 0 ? "0" : String(value);
  const text = encode(value, style, place);
  if (typeof value !== "number" || text === undefined || isIntegerText(text)) return text;
  return Number.isInteger(value) ? BigInt(value).toString() : text;
}

function floatText(value: Json, style: Style, place: Place | undefined): string | undefined {
  if (typeof value === "number") return floatRepr(value);
  if (typeof value === "boolean") return value ? "1.0" : "0.0";
  const read = typeof value === "string" && value.trim() !== "" ? Number(value.replaceAll("_", "")) : Number.NaN;
  return Number.isNaN(read) ? encode(value, style, place) : floatRepr(read);
}

/** Text and booleans are taken as they are, in a list only text. */
function textOrFloat(value: Json, style: Style, place: Place | undefined): string | undefined {
  if (typeof value === "number") return floatText(value, style, place);
  if (!Array.isArray(value)) return encode(value, style, place);
  const texts = value.map((entry, at) =>
    typeof entry === "string" ? quote(entry, style) : floatText(entry, style, under(place, at)),
  );
  return texts.includes(undefined) ? undefined : `[${texts.join(style.comma)}]`;
}

function boolText(value: Json, style: Style, place: Place | undefined): string | undefined {
  if (typeof value === "string") return String(/^(?:1|on|t|true|y|yes)$/i.test(value));
  return typeof value === "object" ? encode(value, style, place) : String(isTruthy(value));
}
