import { type Json, type JsonObject, listOf, type Path } from "../document/json.ts";
import { valueAt } from "../document/value-at.ts";
import type { Outlooker } from "./outlooker.ts";

/** What Python prints for an object that says nothing of itself: `<app.Client object at 0x7f…>`, also for functions and the like. */
const bare = /^<.+ at 0x[\da-f]+>+$/is;
/** What it prints for models and dataclasses: `Verdict(allowed=True)` and `allowed=True reason='ok'`. */
const withFields = /^(?:(?:<locals>|[\w.])+\()?[A-Za-z_]\w*=(?:True|False|None|b?['"]|[-\d[{(<]|[A-Z]\w*\()/;
/** No name of a class is as long; an expression that goes back over millions of characters has no room for them. */
const longestName = 300;

const guardrailValues = [["output", "outputInfo"], ["agentOutput"]];
const guardrailLists = [
  "input_guardrail_results",
  "output_guardrail_results",
  "tool_input_guardrail_results",
  "tool_output_guardrail_results",
];

/** Texts where an object was: what has no JSON is written as the text that Python prints for it (`_ensure_json_compatible`, and programs with
 * `json.dumps(default=str)`). A context or an output may well hold a text with fields; a verdict of a guardrail hardly. */
export function checkPrintedObjects({ run, report }: Outlooker): void {
  const { base, state } = run;
  const isBare = (text: string) => text.charCodeAt(0) === 60 && bare.test(text);
  const isPrinted = (text: string) => isBare(text) || withFields.test(text.slice(0, longestName));
  const search = (value: Json | undefined, trail: Path[number][], isFound: (text: string) => boolean) => {
    if (typeof value === "string" && isFound(value)) report("object-printed", [...base, ...trail]);
    if (typeof value !== "object" || value === null) return;
    for (const [key, entry] of entriesOf(value)) {
      trail.push(key);
      search(entry, trail, isFound);
      trail.pop();
    }
  };
  search(valueAt(state, ["context", "context"]), ["context", "context"], isBare);
  for (const { data, index } of run.generated.kept) search(data.output, ["generated_items", index, "output"], isBare);
  for (const list of guardrailLists) {
    listOf(state[list]).forEach((result, index) => {
      for (const path of guardrailValues) search(valueAt(result, path), [list, index, ...path], isPrinted);
    });
  }
}

const entriesOf = (value: Json[] | JsonObject) => (Array.isArray(value) ? value.entries() : Object.entries(value));
