import { dropToolIdentity } from "./steps/items-down.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_5: SchemaVersion = {
  label: "1.5",
  summary: "Tool search items, and a structured identity of tools beside the bare name.",
  added: [
    {
      at: "/**/tool_lookup_key",
      kind: "{kind:'bare'|'deferred_top_level', name} | {kind:'namespaced', namespace, name}",
    },
    { at: "/**/tool_namespace", kind: "string" },
    { at: "/**/allow_bare_name_alias", kind: "true" },
    { at: "/**/title", kind: "string" },
    { at: "/last_processed_response/functions/*/tool/lookupKey", kind: "lookup key" },
    { at: "/last_processed_response/functions/*/tool/namespace", kind: "string" },
    { at: "/last_processed_response/functions/*/tool/qualifiedName", kind: "string" },
    { at: "item type tool_search_call_item", kind: "run item" },
    { at: "item type tool_search_output_item", kind: "run item" },
  ],
  changed: ["/context/approvals keys (may now be 'namespace.name' or 'deferred_top_level:name')"],
  gates: [],
  shape: ({ z, ref }) => {
    const identity = {
      tool_lookup_key: ref("lookupKey").optional(),
      tool_namespace: z.string().optional(),
      allow_bare_name_alias: z.literal(true).optional(),
    };
    const raw = (type: string) => ({ raw_item: z.looseObject({ type: z.literal(type) }), agent: ref("agent") });
    return {
      "item:tool_approval_item": identity,
      "item:tool_call_item": { title: z.string().optional() },
      "item:tool_search_call_item": raw("tool_search_call"),
      "item:tool_search_output_item": raw("tool_search_output"),
      "lookupKey:bare": { name: z.string() },
      "lookupKey:deferred_top_level": { name: z.string() },
      "lookupKey:namespaced": { namespace: z.string(), name: z.string() },
      functionTool: {
        lookupKey: ref("lookupKey").optional(),
        namespace: z.string().optional(),
        qualifiedName: z.string().optional(),
      },
      trace: { tracing_api_key_hash: z.string().optional() },
    };
  },
  down: [dropToolIdentity],
};
