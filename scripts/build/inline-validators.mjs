// Puts the validators of plain messages and function calls into a bundle, in the place of src/items/inlined.ts.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const names = [
  "ResponseOutputMessage",
  "ResponseFunctionToolCall",
  "ResponseFunctionToolCall~name",
  "response_input_param.FunctionCallOutput",
];

/** An esbuild plugin; `items` is the folder of the validators. */
export function inlineValidators(items) {
  return {
    name: "inline-validators",
    setup(plugin) {
      plugin.onLoad({ filter: /[\\/]items[\\/]inlined\.ts$/ }, () => {
        const entries = names.map((name) => {
          const body = readFileSync(join(items, `${name}.js`), "utf8");
          return `[${JSON.stringify(name)}, (lax, exports) => {${body}}]`;
        });
        return { contents: `export const inlined = new Map([${entries.join(",\n")}]);`, loader: "js" };
      });
    },
  };
}
