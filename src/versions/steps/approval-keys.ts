import { isObject, type Json, type JsonObject, member, objectOf } from "../../document/json.ts";
import { approvalKeyOf, lookupKeyOf, lookupKeyOfApproval, qualifiedName } from "../../python/tool-identity.ts";
import { nonEmptyString } from "../../python/truth.ts";

/** The keys of `context.approvals` under which a decision about this pending item stands (0.24.0
 * `RunContextWrapper._resolve_approval_keys`; the same since 0.21.0). */
export function approvalKeysOf(item: JsonObject, raw: Json): readonly string[] {
  const name = toolNameOf(item, raw);
  const namespace = namespaceOf(item, raw);
  // Without a stored key a namespace equal to the name keeps its old spelling "name.name".
  const key = lookupKeyOfApproval(item, raw) ?? (namespace === name ? undefined : lookupKeyOf(name, namespace));
  const main = key === undefined ? (qualifiedName(name, namespace) ?? name) : approvalKeyOf(key);
  return member(item, "allow_bare_name_alias") === true && name !== main ? [name, main] : [main];
}

/** The tool's name as decisions know it: that of the item, of the call, or the type of the call. */
function toolNameOf(item: JsonObject, raw: Json): string {
  const call = objectOf(raw);
  return (
    nonEmptyString(member(item, "tool_name")) ??
    nonEmptyString(member(call, "name")) ??
    nonEmptyString(member(call, "type")) ??
    "unknown_tool"
  );
}

function namespaceOf(item: JsonObject, raw: Json): string | undefined {
  const stored = nonEmptyString(member(item, "tool_namespace"));
  if (stored !== undefined) return stored;
  return isObject(raw) ? nonEmptyString(member(raw, "namespace")) : undefined;
}
