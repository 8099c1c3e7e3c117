// Translates the reduced schemas (extract.py) into the JSON Schema that ajv compiles: same language of values, in the form that ajv
// turns into the least code. Unions of tagged objects become a discriminator, so that a value meets one member only.

/** The ajv schema of definition `root`. `mode`: undefined (by alias), "name" (field names count too), "consumed" (iterables are
 * walked to the end by the reader, so their elements count). */
export function ajvSchema(root, definitions, mode) {
  const context = { definitions, mode };
  const schemas = {};
  for (const [name, node] of Object.entries(definitions)) {
    if (name !== root) schemas[safe(name)] = translate(node, context);
  }
  return { ...translate(definitions[root], context), definitions: schemas };
}

function translate(node, context) {
  if (node.$ref !== undefined) return { $ref: `#/definitions/${safe(node.$ref)}` };
  if (node.anyOf !== undefined) return translateUnion(node.anyOf, context);
  if (node.lax !== undefined)
    return { [{ integer: "laxInteger", number: "laxNumber", boolean: "laxBoolean" }[node.lax]]: true };
  if (node.iterable) return translateIterable(node, context);
  if (node.type === "array") return { type: "array", items: translate(node.items, context) };
  if (node.type === "object") return translateObject(node, context);
  return node;
}

/** Python iterates the characters of a string and the keys of an object. */
function translateIterable(node, context) {
  if (context.mode !== "consumed") return { iterable: true };
  const nothing = [{ const: "" }, { type: "object", maxProperties: 0 }];
  return { anyOf: [{ type: "array", items: translate(node.items, context) }, ...nothing] };
}

function translateObject(node, context) {
  const schema = { type: "object" };
  if (node.required) schema.required = node.required;
  if (node.properties) schema.properties = translateProperties(node.properties, context);
  if (node.additionalProperties) schema.additionalProperties = translate(node.additionalProperties, context);
  if (node.open) schema.wellFormedKeys = true;
  if (node.names && context.mode === "name") {
    schema.allOf = Object.entries(node.names).map(([field, key]) => ({
      if: { required: [key] },
      else: { properties: { [field]: schema.properties[key] } },
    }));
  }
  return schema;
}

/** A property that takes anything needs no schema: `required` alone asks for it. */
function translateProperties(properties, context) {
  const checked = Object.entries(properties).filter(([, node]) => Object.keys(node).length > 0);
  return Object.fromEntries(checked.map(([key, node]) => [key, translate(node, context)]));
}

/** null is tested apart and first, without the error objects that ajv makes for failing members of a union. */
function translateUnion(members, context) {
  const others = members.filter((member) => member.type !== "null");
  if (others.length === members.length) return translateMembers(others, context);
  const [only] = others;
  if (others.length === 1 && only.type === "string") return { type: ["string", "null"] };
  if (others.length === 1 && only.enum !== undefined) return { enum: [...only.enum, null] };
  return { if: { type: "null" }, else: translateMembers(others, context) };
}

function translateMembers(members, context) {
  if (members.length === 1) return translate(members[0], context);
  const translated = members.map((member) => translate(member, context));
  const tag = tagOf(members, context.definitions);
  return tag === undefined
    ? { anyOf: translated }
    : { type: "object", discriminator: { propertyName: tag }, required: [tag], oneOf: translated };
}

/** The key whose value decides which member of a union of objects is meant: required in each, closed, no value in two of them. */
export function tagOf(members, definitions) {
  const nodes = members.map((member) => (member.$ref === undefined ? member : definitions[member.$ref]));
  return ["type", "role"].find((tag) => {
    if (!nodes.every((node) => node.required?.includes(tag) && node.properties[tag].enum !== undefined)) return false;
    const values = nodes.flatMap((node) => node.properties[tag].enum);
    return new Set(values).size === values.length;
  });
}

/** Names of definitions hold dots and `@`. */
function safe(name) {
  return name.replaceAll(/[^A-Za-z0-9_]/g, "-");
}
