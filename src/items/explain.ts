import { appendAll } from "../append-all.ts";
import type { Json, JsonObject, Path } from "../document/json.ts";
import { isObject } from "../document/json.ts";
import { hasWellFormedKeys, isIterable, isLaxBool, isLaxFloat, isLaxInt, isStrictText } from "./lax.ts";
import type { Fault, IntegerAt, Mode, Node, Schema } from "./schema.ts";

/* The slow twin of the compiled validators: says where a value is wrong, and decides about numbers whose spelling counts. */

/** What pydantic reports: the kind of error matters where a reader has mercy on a missing status. */
export interface Problem extends Fault {
  readonly kind: "missing" | "literal" | "other";
}

interface Walk {
  readonly definitions: Schema["definitions"];
  readonly mode: Mode | undefined;
  readonly integerAt: IntegerAt | undefined;
  /** Every member's errors, as pydantic lists them; otherwise the member that the value's tag or kind means. */
  readonly everyMember: boolean;
}

export interface ExplainOptions {
  readonly mode?: Mode | undefined;
  readonly integerAt?: IntegerAt | undefined;
  readonly everyMember?: boolean;
}

/** Everything wrong with `value`, in the order of the fields; empty exactly when pydantic accepts it. */
export function explain(schema: Schema, value: Json, options: ExplainOptions): Problem[] {
  const { mode, integerAt, everyMember = false } = options;
  const walk: Walk = { definitions: schema.definitions, mode, integerAt, everyMember };
  return problemsOf(walk, { $ref: schema.root }, value, []);
}

function problemsOf(walk: Walk, given: Node, value: Json, path: Path): Problem[] {
  const node = resolve(walk.definitions, given);
  if (node.anyOf !== undefined) return problemsOfUnion(walk, node.anyOf, value, path);
  if (node.iterable) return problemsOfIterable(walk, node, value, path);
  if (node.type === "array" && Array.isArray(value)) return problemsOfList(walk, node.items ?? {}, value, path);
  if (node.type === "object" && isObject(value)) return problemsOfObject(walk, node, value, path);
  return takes(walk, node, value, path) ? [] : [problemAt(path, node)];
}

function problemAt(path: Path, node: Node): Problem {
  return { path, expected: describe(node), kind: node.enum === undefined ? "other" : "literal" };
}

function takes(walk: Walk, node: Node, value: Json, path: Path): boolean {
  if (node.enum !== undefined) return typeof value === "string" && node.enum.includes(value);
  if (node.strictText !== undefined) return isStrictText(value, node.strictText);
  if (node.lax === "boolean") return isLaxBool(value);
  if (node.lax === "integer") return isLaxInt(value, walk.integerAt?.(path));
  if (node.lax === "number") return isLaxFloat(value, walk.integerAt?.(path));
  if (node.type === undefined) return true;
  return node.type === kindOf(value);
}

function kindOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function problemsOfList(walk: Walk, items: Node, value: readonly Json[], path: Path): Problem[] {
  const problems: Problem[] = [];
  for (const [index, element] of value.entries())
    appendAll(problems, problemsOf(walk, items, element, [...path, index]));
  return problems;
}

/** Python iterates the characters of a string and the keys of an object. */
function problemsOfIterable(walk: Walk, node: Node, value: Json, path: Path): Problem[] {
  if (!isIterable(value)) return [problemAt(path, node)];
  if (walk.mode !== "consumed") return [];
  if (Array.isArray(value)) return problemsOfList(walk, node.items ?? {}, value, path);
  return value === "" || (isObject(value) && Object.keys(value).length === 0) ? [] : [problemAt(path, node)];
}

function problemsOfObject(walk: Walk, node: Node, value: JsonObject, path: Path): Problem[] {
  // pydantic gives up on a model with such a key and forgets what else it found there.
  if (node.open && !hasWellFormedKeys(value))
    return [{ path, expected: "keys without lone surrogates", kind: "other" }];
  const problems: Problem[] = [];
  for (const [key, field] of Object.entries(node.properties ?? {})) {
    const found = keyOf(walk, node, value, key);
    if (found !== undefined) appendAll(problems, problemsOf(walk, field, value[found] as Json, [...path, found]));
    else if (node.required?.includes(key)) problems.push({ path, expected: `the key ${key}`, kind: "missing" });
  }
  if (node.additionalProperties !== undefined) {
    for (const [key, field] of Object.entries(value)) {
      appendAll(problems, problemsOf(walk, node.additionalProperties, field, [...path, key]));
    }
  }
  return problems;
}

/** The key under which `value` has a field: the declared one, or by name the field's own name. */
function keyOf(walk: Walk, node: Node, value: JsonObject, key: string): string | undefined {
  if (Object.hasOwn(value, key)) return key;
  if (walk.mode !== "name" || node.names === undefined) return undefined;
  const name = Object.keys(node.names).find((field) => node.names?.[field] === key);
  return name !== undefined && Object.hasOwn(value, name) ? name : undefined;
}

function problemsOfUnion(walk: Walk, members: readonly Node[], value: Json, path: Path): Problem[] {
  const tried = members.map((member) => problemsOf(walk, member, value, path));
  if (tried.some((problems) => problems.length === 0)) return [];
  if (walk.everyMember) return tried.flat();
  const nodes = members.map((member) => resolve(walk.definitions, member));
  const meant = tried.filter((_, index) => kindsOf(nodes[index] as Node).includes(kindOf(value)));
  if (meant.length === 0) return [{ ...problemAt(path, { anyOf: nodes }), kind: "other" }];
  if (meant.length === 1) return meant[0] as Problem[];
  return problemsOfTagged(nodes, tried, value, path) ?? (meant.toSorted(byDistance)[0] as Problem[]);
}

/** Errors of the member that the tag of an object names, or the error of the tag itself. */
function problemsOfTagged(
  nodes: readonly Node[],
  tried: readonly Problem[][],
  value: Json,
  path: Path,
): Problem[] | undefined {
  const objects = nodes.filter((node) => node.type === "object");
  const tag = ["type", "role"].find((key) => objects.every((node) => node.properties?.[key]?.enum !== undefined));
  if (tag === undefined || !isObject(value)) return undefined;
  const known = objects.flatMap((node) => node.properties?.[tag]?.enum ?? []);
  if (!Object.hasOwn(value, tag)) return [{ path, expected: `the key ${tag}`, kind: "missing" }];
  const named = tried.filter((_, index) => nodes[index]?.properties?.[tag]?.enum?.some((each) => each === value[tag]));
  if (named.length === 0) return [problemAt([...path, tag], { enum: [...new Set(known)] })];
  return named.toSorted(byDistance)[0];
}

/** The member that comes nearest to the value: fewest faults, then the deepest first one. */
function byDistance(a: readonly Problem[], b: readonly Problem[]): number {
  return a.length - b.length || (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0);
}

export function resolve(definitions: Schema["definitions"], node: Node): Node {
  return node.$ref === undefined ? node : (definitions[node.$ref] ?? {});
}

/** The JSON kinds that a node looks into; a lax scalar of another kind is no attempt at it. */
function kindsOf(node: Node): readonly string[] {
  if (node.iterable) return ["array", "object", "string"];
  if (node.enum !== undefined || node.strictText !== undefined) return ["string"];
  if (node.lax !== undefined) return node.lax === "boolean" ? ["boolean"] : ["number"];
  return node.type === undefined ? [] : [node.type];
}

const words: Readonly<Record<string, string>> = {
  string: "a string",
  array: "a list",
  object: "an object",
  null: "null",
};
const laxWords = { integer: "an integer", number: "a number", boolean: "true or false" };

function describe(node: Node): string {
  if (node.anyOf !== undefined) return describeUnion(node.anyOf);
  if (node.enum !== undefined)
    return node.enum.length === 1 ? (node.enum[0] as string) : `one of ${node.enum.join(", ")}`;
  if (node.lax !== undefined) return laxWords[node.lax];
  if (node.strictText !== undefined) return "a non-empty string";
  if (node.iterable) return "a list";
  return words[node.type ?? ""] ?? "a value";
}

function describeUnion(members: readonly Node[]): string {
  const anyString = members.some(({ type }) => type === "string");
  const told = members.filter((member) => !anyString || member.enum === undefined).map(describe);
  return [...new Set(told)].join(told.some((each) => each.includes(" or ")) ? ", or " : " or ");
}
