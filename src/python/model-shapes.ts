import type { Json } from "../document/json.ts";
import type { Shape } from "./shaped.ts";

/* What the models of openai 3.57.0 declare, where it shows in a hash: numbers, booleans, and the members of TypedDicts. */

type Fields = Readonly<Record<string, Shape>>;

export function open(fields: Fields): Shape {
  return { fields: new Map(Object.entries(fields)), closed: false };
}

function closed(...fields: readonly (string | readonly [string, Shape])[]): Shape {
  return { fields: new Map(fields.map((field) => (typeof field === "string" ? [field, "any"] : field))), closed: true };
}

export function byType(shapes: Fields): Shape {
  return { byType: new Map<Json | undefined, Shape>(Object.entries(shapes)) };
}

const point = { x: "int", y: "int" } as const;
const computerAction = byType({
  click: open(point),
  double_click: open(point),
  drag: open({ path: { list: open(point) } }),
  move: open(point),
  scroll: open({ ...point, scroll_x: "int", scroll_y: "int" }),
});

const callFields: ReadonlyMap<string, ReadonlyMap<string, Shape>> = new Map([
  [
    "computer_call",
    new Map<string, Shape>([
      ["action", computerAction],
      ["actions", { list: computerAction }],
    ]),
  ],
  ["local_shell_call", new Map([["action", open({ timeout_ms: "int" })]])],
  ["shell_call", new Map([["action", open({ timeout_ms: "int", max_output_length: "int" })]])],
]);

/** The shape of one field of a call that its model has read. */
export function shapeOfCallField(type: string, field: string): Shape {
  return callFields.get(type)?.get(field) ?? "any";
}

const span = { start_index: "int", end_index: "int" } as const;
const logprob = { bytes: { list: "int" }, logprob: "float" } as const;

/** `ResponseOutputMessage`. */
export const messageShape: Shape = open({
  content: {
    list: byType({
      output_text: open({
        annotations: {
          list: byType({
            container_file_citation: open(span),
            file_citation: open({ index: "int" }),
            file_path: open({ index: "int" }),
            url_citation: open(span),
          }),
        },
        logprobs: { list: open({ ...logprob, top_logprobs: { list: open(logprob) } }) },
      }),
    }),
  },
});

const breakpoint = closed("mode", "ttl");
const caller = byType({ direct: closed("type"), program: closed("caller_id", "type") });
const outputPart = byType({
  input_text: closed("text", "type", ["prompt_cache_breakpoint", breakpoint]),
  input_image: closed("detail", "file_id", "image_url", "type", ["prompt_cache_breakpoint", breakpoint]),
  input_file: closed("detail", "file_data", "file_id", "file_url", "filename", "type", [
    "prompt_cache_breakpoint",
    breakpoint,
  ]),
});

/** Raw items that the SDK reads with a TypedDict, by raw type. */
export const paramShapes: ReadonlyMap<Json | undefined, Shape> = new Map<Json | undefined, Shape>([
  ["compaction", closed("encrypted_content", "id", "type")],
  [
    "computer_call_output",
    closed(
      "call_id",
      "id",
      "status",
      "type",
      ["output", closed("file_id", "image_url", "type")],
      ["acknowledged_safety_checks", { list: closed("code", "id", "message") }],
    ),
  ],
  [
    "function_call_output",
    closed(
      "call_id",
      "id",
      "name",
      "namespace",
      "status",
      "type",
      ["caller", caller],
      ["output", { list: outputPart }],
    ),
  ],
  // `caller` is no member of the TypedDict, but the SDK puts it back.
  ["mcp_approval_response", closed("approval_request_id", "caller", "id", "reason", "type", ["approve", "bool"])],
]);

/** `LocalShellCallOutput` of openai 2. */
export const localShellOutput: Shape = closed("id", "output", "status", "type");
