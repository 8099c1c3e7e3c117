import { isObject, type Json, type Path } from "../document/json.ts";
import type { Version } from "../readers/range.ts";
import { droppedMembers } from "./dropped.ts";
import { explain } from "./explain.ts";
import { catalogs } from "./generated/catalog.generated.ts";
import { spelling } from "./lax.ts";
import { loadValidator } from "./load.ts";
import { concernsStatus, hasTextContent, isMerelyStatusless, type MessageStyle } from "./message.ts";
import type { Fault, IntegerAt, Mode, ModelName } from "./schema.ts";

export type { MessageStyle } from "./message.ts";
export type { Fault, IntegerAt, ModelName } from "./schema.ts";

/** What one `openai` package says about the values of model items. `integerAt` answers for the number at a path inside the value; it
 * is asked only about numbers beyond 2^63, and without it those count as integers where an int is due. Nothing throws. */
export interface ItemModels {
  /** Whether pydantic takes `value` as that type: `Model(**value)`, `model_validate` or `TypeAdapter.validate_python`. A value that is no
   * object is refused (the reader's own error may come earlier then). A type that the package lacks takes nothing. */
  accepts(model: ModelName, value: Json, integerAt?: IntegerAt): boolean;
  /** Whether `ModelResponse.output` takes `value`. "unknown-type": no object, or its type is none that the package knows. */
  outputItem(value: Json, integerAt?: IntegerAt): "ok" | "unknown-type" | "invalid";
  /** The rule of `_deserialize_message_output_item`. "unchecked": taken, but as it is. */
  message(value: Json, style: MessageStyle, integerAt?: IntegerAt): "ok" | "unchecked" | "invalid";
  /** Where a refused `value` is wrong; undefined when it is accepted. Slow: only for a finding that is printed. */
  fault(model: ModelName, value: Json, integerAt?: IntegerAt): Fault | undefined;
  /** The same for a model output item. */
  outputFault(value: Json, integerAt?: IntegerAt): Fault | undefined;
  /** Paths of the members that an accepted `value` loses: unknown keys of TypedDicts (models keep theirs). */
  dropped(model: ModelName, value: Json): Path[];
  /** The same for a member of the input item union (the raw item of a handoff output or a compaction); undefined when none takes it, so
   * that the reader keeps it as it is. */
  droppedOfInputItem(value: Json, integerAt?: IntegerAt): Path[] | undefined;
  /** The keys that the type declares. */
  declaredKeys(model: ModelName): ReadonlySet<string>;
}

/** Validator names of one package. */
interface Names {
  readonly models: ReadonlyMap<string, string>;
  readonly outputs: ReadonlyMap<string, string>;
  readonly inputs: ReadonlyMap<string, readonly string[]>;
}

const built = new Map<Version, ItemModels>();

/** The item models of an `openai` package (one of the catalog's: `Reader.openai`). */
export function itemModels(openai: Version): ItemModels {
  let models = built.get(openai);
  if (models === undefined) {
    models = buildModels(readCatalog(openai));
    built.set(openai, models);
  }
  return models;
}

function readCatalog(openai: Version): Names {
  const catalog = catalogs[openai]?.();
  if (catalog === undefined) throw new RangeError(`no item schemas for openai ${openai}`);
  return {
    models: new Map(Object.entries(catalog.models)),
    outputs: new Map(Object.entries(catalog.outputTypes)),
    inputs: new Map(Object.entries(catalog.inputTypes)),
  };
}

function buildModels(names: Names): ItemModels {
  return {
    accepts(model, value, integerAt) {
      const name = names.models.get(model);
      return name !== undefined && acceptsBy(name, value, integerAt);
    },
    outputItem(value, integerAt) {
      const name = outputName(names, value);
      if (name === undefined) return "unknown-type";
      return acceptsBy(name, value, integerAt) ? "ok" : "invalid";
    },
    message(value, style, integerAt) {
      const name = names.models.get("ResponseOutputMessage") as string;
      if (style === "merciful" && hasTextContent(value)) return "unchecked";
      if (acceptsBy(name, value, integerAt)) return "ok";
      return isMerelyStatusless(loadValidator(name).schema(), value, style, integerAt) ? "unchecked" : "invalid";
    },
    fault(model, value, integerAt) {
      const name = names.models.get(model);
      return name === undefined ? { path: [], expected: "another item" } : faultBy(name, value, integerAt);
    },
    outputFault: (value, integerAt) => outputFault(names, value, integerAt),
    dropped(model, value) {
      const name = names.models.get(model);
      return name === undefined ? [] : droppedMembers(loadValidator(name).schema(), value, modeOf(name));
    },
    droppedOfInputItem: (value, integerAt) => droppedOfInputItem(names, value, integerAt),
    declaredKeys: (model) => declaredKeys(names.models.get(model)),
  };
}

/** The compiled validator decides, unless a number came up whose spelling counts and somebody knows it. */
function acceptsBy(name: string, value: Json, integerAt: IntegerAt | undefined): boolean {
  const validator = loadValidator(name);
  spelling.mattered = false;
  const accepted = validator.accepts(value);
  if (!spelling.mattered || integerAt === undefined) return accepted;
  return explain(validator.schema(), value, { mode: modeOf(name), integerAt }).length === 0;
}

function outputName(names: Names, value: Json): string | undefined {
  return isObject(value) && typeof value.type === "string" ? names.outputs.get(value.type) : undefined;
}

function outputFault(names: Names, value: Json, integerAt: IntegerAt | undefined): Fault | undefined {
  const name = outputName(names, value);
  if (name !== undefined) return faultBy(name, value, integerAt);
  if (!isObject(value)) return { path: [], expected: "an object" };
  if (!Object.hasOwn(value, "type")) return { path: [], expected: "the key type" };
  return { path: ["type"], expected: `one of ${[...names.outputs.keys()].join(", ")}` };
}

function faultBy(name: string, value: Json, integerAt: IntegerAt | undefined): Fault | undefined {
  const problems = explain(loadValidator(name).schema(), value, { mode: modeOf(name), integerAt });
  // A missing or null status of a message is often forgiven: any other fault tells more.
  const first = problems.find((problem) => !concernsStatus(problem)) ?? problems[0];
  return first === undefined ? undefined : { path: first.path, expected: first.expected };
}

function declaredKeys(name: string | undefined): ReadonlySet<string> {
  if (name === undefined) return new Set();
  const { root, definitions } = loadValidator(name).schema();
  return new Set(Object.keys(definitions[root]?.properties ?? {}));
}

/** Only the members that the value's type leads to are loaded. */
function droppedOfInputItem(names: Names, value: Json, integerAt: IntegerAt | undefined): Path[] | undefined {
  if (!isObject(value)) return undefined;
  const members = (typeof value.type === "string" ? names.inputs.get(value.type) : names.inputs.get("")) ?? [];
  if (!members.some((name) => acceptsBy(name, value, integerAt))) return undefined;
  const definitions = Object.assign({}, ...members.map((name) => loadValidator(name).schema().definitions));
  const union = { anyOf: members.map(($ref) => ({ $ref })) };
  return droppedMembers({ root: "", definitions: { ...definitions, "": union } }, value, undefined);
}

/** A validator is called DEFINITION or DEFINITION~MODE. */
function modeOf(name: string): Mode | undefined {
  return name.split("~")[1] as Mode | undefined;
}
