import { approvalScope } from "../../python/invocation.ts";
import type { LookupKey } from "../../python/tool-identity.ts";

const deferredPrefix = "deferred_top_level:";
/** Dots tried: a key of nothing but dots would cost a hash for each. */
const mostKeys = 16;

/** Whether `scope` is the scope of a function tool that decides under this key of `context.approvals`. A key with a
 * dot can be a namespace and a name, or a name with a dot in it. */
export function isFunctionScope(key: string, scope: string): boolean {
  return lookupKeysOf(key).some((lookupKey) => approvalScope({ type: "function_call" }, { lookupKey }) === scope);
}

function lookupKeysOf(key: string): LookupKey[] {
  const keys: LookupKey[] = [["bare", key]];
  if (key.startsWith(deferredPrefix)) keys.push(["deferred_top_level", key.slice(deferredPrefix.length)]);
  for (
    let dot = key.indexOf(".");
    dot > 0 && dot < key.length - 1 && keys.length < mostKeys;
    dot = key.indexOf(".", dot + 1)
  ) {
    keys.push(["namespaced", key.slice(0, dot), key.slice(dot + 1)]);
  }
  return keys;
}
