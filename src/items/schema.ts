import type { Json, Path } from "../document/json.ts";

/** A value schema of the `openai` package, reduced to what decides (scripts/items/extract.py). `{}` takes anything. */
export interface Node {
  readonly $ref?: string;
  readonly type?: "string" | "array" | "object" | "null";
  readonly anyOf?: readonly Node[];
  readonly enum?: readonly string[];
  /** One of pydantic's lax scalars. */
  readonly lax?: "integer" | "number" | "boolean";
  /** A well-formed string of at least so many characters. */
  readonly strictText?: number;
  /** Anything that Python iterates. Its elements (`items`) count only when the reader walks them. */
  readonly iterable?: true;
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  /** Schema of every member of a plain dict. */
  readonly additionalProperties?: Node;
  /** Of a class: whether unknown keys are kept (a model) or dropped (a TypedDict). */
  readonly open?: boolean;
  /** Python's field name to the key it is an alias of. */
  readonly names?: Readonly<Record<string, string>>;
}

/** How a reader validates a type when not in the plain way: field names count as keys, or iterables are walked to the end. */
export type Mode = "name" | "consumed";

/** A root definition with all that it refers to. */
export interface Schema {
  readonly root: string;
  readonly definitions: Readonly<Record<string, Node>>;
}

/** The types that a reader validates, by the name of the SDK's class. `…ByName`: `model_validate(by_name=True)`;
 * `…Consumed`: the lazy iterator is walked; `LocalShellCallOutputPayload`: the SDK's own TypedDict. */
export type ModelName =
  | "ResponseOutputMessage"
  | "ResponseFunctionToolCall"
  | "ResponseFunctionToolCallByName"
  | "ResponseReasoningItem"
  | "ResponseComputerToolCall"
  | "ResponseCustomToolCall"
  | "ResponseToolSearchCall"
  | "ResponseToolSearchOutputItem"
  | "LocalShellCall"
  | "McpListTools"
  | "McpApprovalRequest"
  | "McpApprovalResponse"
  | "Program"
  | "ProgramOutput"
  | "FunctionCallOutput"
  | "ComputerCallOutput"
  | "ComputerCallOutputConsumed"
  | "LocalShellCallOutput"
  | "LocalShellCallOutputPayload";

/** What one `openai` package has: validator modules (`DEFINITION` or `DEFINITION~MODE`) by model, by the type of a model output item, and
 * the members of the input item union in their order, by the type that leads to them ("" when the type may be missing). */
export interface Catalog {
  readonly models: Readonly<Partial<Record<ModelName, string>>>;
  readonly outputTypes: Readonly<Record<string, string>>;
  readonly inputTypes: Readonly<Record<string, readonly string[]>>;
}

/** A place inside a judged value, and what pydantic wants there in a few words without any value of the document. */
export interface Fault {
  readonly path: Path;
  readonly expected: string;
}

/** Tells whether the number at a path inside the judged value is spelled as an integer. */
export type IntegerAt = (path: Path) => boolean;

/** A compiled validator module of dist/items. */
export interface Validator {
  accepts(value: Json): boolean;
  schema(): Schema;
}
