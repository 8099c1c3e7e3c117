import { isObject } from "../../document/json.ts";
import type { Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { type Facts, runOf, stateOf } from "../facts.ts";

/** The application's own context: left out when it was written, or in need of a class. */
export function findContext(facts: Facts): Suspect[] {
  const isAsked = facts.judgement.findings.some(({ rule }) => rule === "user-context-needs-restoring");
  if (!isAsked || runOf(facts) === null) return [];
  const context = stateOf(facts).context;
  const meta = isObject(context) && isObject(context.context_meta) ? context.context_meta : {};
  const omitted = meta.omitted === true;
  const facets = ["omitted", "class_path", "original_type", "requires_deserializer"].filter(
    (key) => Object.hasOwn(meta, key) && meta[key] !== false && meta[key] !== null,
  );
  const facetFacts: Readonly<Record<string, string>> = {
    omitted: "the context was left out when the file was written; what stands there instead is not the application's",
    class_path: "the class it came from",
    original_type: "the kind of class it was",
    requires_deserializer: "what stands there is a plain copy: the class has to be built again",
  };
  return [
    {
      id: "context-omitted",
      confidence: "possible",
      summary: omitted
        ? "The application's context is not in the file: it was of a class that could not be written. The load only warns, and tools meet an empty context."
        : "The application's context was of a class; the reader gives the tools a plain mapping instead and only warns.",
      evidence: facets.map((key) => at(`/context/context_meta/${key}`, facetFacts[key] ?? "")),
      advice: [
        `Pass ${omitted ? "context_override" : "context_deserializer or context_override"} when loading; with strict_context the load is refused without it.`,
        "For the next run: give a context_serializer when saving.",
      ],
    },
  ];
}
