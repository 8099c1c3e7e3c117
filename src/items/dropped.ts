import { isObject, type Json, type JsonObject, type Path } from "../document/json.ts";
import { explain, resolve } from "./explain.ts";
import type { Mode, Node, Schema } from "./schema.ts";

/** The members that validation takes out of an accepted value: unknown keys of TypedDicts, at every depth. Elements of a lazy iterable
 * stay as they are unless the mode is "consumed". */
export function droppedMembers(schema: Schema, value: Json, mode: Mode | undefined): Path[] {
  const dropped: Path[] = [];
  visit({ schema, mode, dropped }, { $ref: schema.root }, value, []);
  return dropped;
}

interface Visit {
  readonly schema: Schema;
  readonly mode: Mode | undefined;
  readonly dropped: Path[];
}

function visit(state: Visit, given: Node, value: Json, path: Path): void {
  const node = resolve(state.schema.definitions, given);
  if (node.anyOf !== undefined) {
    const member = chooseMember(state, node.anyOf, value);
    if (member !== undefined) visit(state, member, value, path);
  } else if (Array.isArray(value)) {
    if (node.items === undefined || (node.iterable && state.mode !== "consumed")) return;
    for (const [index, element] of value.entries()) visit(state, node.items, element, [...path, index]);
  } else if (isObject(value) && node.type === "object") {
    visitObject(state, node, value, path);
  }
}

function visitObject(state: Visit, node: Node, value: JsonObject, path: Path): void {
  for (const [key, field] of Object.entries(value)) {
    const declared =
      node.properties !== undefined && Object.hasOwn(node.properties, key) ? node.properties[key] : undefined;
    const schema = declared ?? node.additionalProperties;
    if (schema !== undefined) visit(state, schema, field, [...path, key]);
    else if (node.open === false) state.dropped.push([...path, key]);
  }
}

/** pydantic's smart mode: of the members that accept, the one that sets most fields; the first of equals. */
function chooseMember(state: Visit, members: readonly Node[], value: Json): Node | undefined {
  let best: Node | undefined;
  let most = -1;
  for (const member of members) {
    if (explain(schemaOf(state, member), value, { mode: state.mode }).length > 0) continue;
    const fields = fieldsSet(state, member, value);
    if (fields <= most) continue;
    best = member;
    most = fields;
  }
  return best;
}

function fieldsSet(state: Visit, given: Node, value: Json): number {
  const node = resolve(state.schema.definitions, given);
  if (!isObject(value) || node.properties === undefined) return 0;
  let fields = 0;
  for (const [key, field] of Object.entries(node.properties)) {
    if (Object.hasOwn(value, key)) fields += 1 + fieldsSet(state, field, value[key] as Json);
  }
  return fields;
}

/** `explain` starts from a named definition. */
function schemaOf(state: Visit, node: Node): Schema {
  if (node.$ref !== undefined) return { root: node.$ref, definitions: state.schema.definitions };
  return { root: "", definitions: { ...state.schema.definitions, "": node } };
}
