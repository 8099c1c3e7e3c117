import { byType, open } from "./model-shapes.ts";
import type { Shape } from "./shaped.ts";

/* The tools that a tool search found, as the models of the openai package write them back (`ResponseToolSearchOutputItem`). Few files have one:
 * the shapes are made when they are asked for. */

type Shapes = Readonly<Record<string, Shape>>;

const comparisons = ["eq", "ne", "gt", "gte", "lt", "lte", "in", "nin"];
const comparing = (value: Shape) => Object.fromEntries(comparisons.map((type) => [type, open({ value })]));

function fileSearch(): Shape {
  const compound = open({ filters: { list: byType(comparing("exact-text-or-float")) } });
  return open({
    max_num_results: "int",
    filters: byType({
      ...comparing("text-or-float"),
      and: compound,
      or: compound,
    }),
    ranking_options: open({
      score_threshold: "float",
      hybrid_search: open({ embedding_weight: "float", text_weight: "float" }),
    }),
  });
}

function commonTools(): Shapes {
  const readOnly = open({ read_only: "bool" });
  return {
    file_search: fileSearch(),
    computer_use_preview: open({ display_height: "int", display_width: "int" }),
    mcp: open({
      allowed_tools: readOnly,
      defer_loading: "bool",
      require_approval: open({ always: readOnly, never: readOnly }),
    }),
  };
}

const flags = { strict: "bool", defer_loading: "bool" } as const;
const images = { output_compression: "int", partial_images: "int" } as const;

function withAsync(fields: Shapes): Shape {
  return {
    fields: new Map(Object.entries({ ...fields, async: "bool" as const })),
    closed: false,
    renamed: new Map([["async", "async_"]]),
  };
}

function outputOf(tools: Shapes, callables: Shapes): Shape {
  const namespace = open({ tools: { list: byType(callables) } });
  return open({ tools: { list: byType({ ...commonTools(), ...tools, ...callables, namespace }) } });
}

/** Of openai 2.45. */
const older = () =>
  outputOf({ image_generation: open(images) }, { function: open(flags), custom: open({ defer_loading: "bool" }) });

/** Of openai 3.57. */
function newer(): Shape {
  const webSearch = open({ external_web_access: "bool" });
  return outputOf(
    {
      image_generation: open({ ...images, frame_count: "int", frame_duration_ms: "int" }),
      web_search: webSearch,
      web_search_2025_08_26: webSearch,
    },
    { function: withAsync(flags), custom: withAsync({ defer_loading: "bool" }) },
  );
}

const made = new Map<boolean, Shape>();

/** By whether the models know tools that are `async`. */
export function toolSearchOutput(readsAsyncTools: boolean): Shape {
  const shape = made.get(readsAsyncTools) ?? (readsAsyncTools ? newer() : older());
  made.set(readsAsyncTools, shape);
  return shape;
}
