import { z } from "zod";
import { compareVersions } from "../../readers/range.ts";
import { draftVersion, versions } from "../registry.ts";
import type { SchemaVersion } from "../version.ts";
import { baseShape } from "./base.ts";
import type { Fields, Kit, Shape } from "./kit.ts";

/** The unions, by the key that tells their members apart; null where no single key does. */
const unions: Readonly<Record<string, string | null>> = {
  item: "type",
  step: "type",
  behavior: "type",
  lookupKey: "kind",
  hostedIdentity: "type",
  write: null,
};

/** Pieces that the reader takes by their exact key set (0.22.1 and later, pending Session write). */
const closed: ReadonlySet<string> = new Set([
  "write:ordinary",
  "write:held",
  "heldResponse",
  "compactionExchange",
  "toolInvocation",
]);

/** JSON Schema (2020-12) of what the writers of `version` write.
 * It describes; it never decides a verdict, since the readers tolerate much that no writer writes. */
function schemaOf(version: SchemaVersion): object {
  const registry = z.registry<{ id?: string | undefined }>();
  const root = pieceBuilder(version, registry)("root");
  const schema = z.toJSONSchema(root, { target: "draft-2020-12", metadata: registry, override: adjust });
  const { $schema, ...rest } = schema;
  return {
    $schema,
    $id: `urn:runstate:schema:${version.label}`,
    title: `RunState ${version.label}`,
    description: version.summary,
    ...rest,
  };
}

type Registry = z.core.$ZodRegistry<{ id?: string | undefined }>;

function pieceBuilder(version: SchemaVersion, registry: Registry): Kit["ref"] {
  const built = new Map<string, z.ZodType>();
  const ref: Kit["ref"] = (name) => z.lazy(() => piece(name));
  const pieces = mergedPieces(version, { z, ref });
  function piece(name: string): z.ZodType {
    const known = built.get(name);
    if (known !== undefined) return known;
    const type = name in unions ? union(name) : object(name);
    built.set(name, type);
    if (name !== "root") registry.add(type, { id: name.replace(":", ".") });
    return type;
  }
  function union(name: string): z.ZodType {
    const tag = unions[name] ?? null;
    const members = [...pieces.keys()].filter((key) => key.startsWith(`${name}:`)).map(piece);
    if (members.length === 1) return members[0] as z.ZodType;
    return tag === null ? z.union(members) : z.discriminatedUnion(tag, members as never);
  }
  function object(name: string): z.ZodType {
    const fields = pieces.get(name);
    if (fields === undefined) throw new Error(`no piece ${name} in ${version.label}`);
    return closed.has(name) ? z.strictObject(fields) : z.looseObject(fields);
  }
  return piece;
}

/** Every piece of the version: the base with the changes of each version up to it, in order. */
function mergedPieces(version: SchemaVersion, kit: Kit): Map<string, Record<string, z.ZodType>> {
  const carried = version.carries ?? version.label;
  const chain = versions.filter((older) => compareVersions(older.label, carried) <= 0);
  const label: Shape = { root: { $schemaVersion: z.literal(carried) } };
  const changes = [...chain, ...(version === draftVersion ? [version] : [])].map((each) => each.shape?.(kit) ?? {});
  const pieces = new Map<string, Record<string, z.ZodType>>();
  for (const change of [label, baseShape(kit), ...changes]) {
    for (const [name, fields] of Object.entries(change)) pieces.set(name, laidOver(name, pieces.get(name), fields));
  }
  return pieces;
}

function laidOver(
  name: string,
  older: Record<string, z.ZodType> | undefined,
  fields: Fields,
): Record<string, z.ZodType> {
  const [group, member] = name.split(":");
  const tag = group === undefined ? null : unions[group];
  const merged: Record<string, z.ZodType> = { ...older };
  if (typeof tag === "string" && member !== undefined) merged[tag] = z.literal(member);
  for (const [key, type] of Object.entries(fields)) {
    if (type === null) delete merged[key];
    else merged[key] = type;
  }
  return merged;
}

/** Python integers have no bounds, which `z.int()` would give them; a tagged union names its tag for validators that use it;
 * what says nothing ("any further key", "keys are strings") is left away. */
function adjust({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.type === "object" && isEmpty(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
  if (jsonSchema.type === "object" && isEmpty(jsonSchema.properties)) delete jsonSchema.properties;
  delete jsonSchema.propertyNames;
  const { def } = zodSchema._zod;
  if (def.type === "union" && "discriminator" in def) jsonSchema.discriminator = { propertyName: def.discriminator };
}

/** Every schema by label, the draft last. */
export function allSchemas(): [string, object][] {
  return [...versions, draftVersion].map((version) => [version.label, schemaOf(version)]);
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
