import { isObject, type Json, member } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { mostNamed } from "../../named.ts";
import type { Evidence, Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { type Facts, stateOf } from "../facts.ts";

/** Strategies whose class stands in an extension that the process has to import first. */
const providers: ReadonlyMap<string, string> = new Map([
  ["modal_cloud_bucket", "modal"],
  ["cloudflare_bucket_mount", "cloudflare"],
  ["runloop_cloud_bucket", "runloop"],
]);

/** A manifest is a tree of folders; deeper than this no reader takes the file. */
const deepest = 200;

/** "Invalid manifest", but only at the first load of a process: the mount's provider is registered by an import. */
export function findMounts(facts: Facts): Suspect[] {
  const found: Evidence[] = [];
  const names = new Set<string>();
  const open: { value: Json; path: readonly (string | number)[] }[] = [
    { value: stateOf(facts).sandbox ?? null, path: ["sandbox"] },
  ];
  for (let next = open.pop(); next !== undefined && found.length < mostNamed; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== "object" || value === null || path.length > deepest) continue;
    const type = isObject(value) && path.at(-1) === "mount_strategy" ? value.type : undefined;
    const provider = typeof type === "string" ? providers.get(type) : undefined;
    if (provider !== undefined) {
      names.add(provider);
      found.push(at(pointerOf([...path, "type"]), `strategy ${String(type)} belongs to the ${provider} extension`));
    }
    for (const key of Object.keys(value))
      open.push({
        value: (Array.isArray(value) ? value[Number(key)] : member(value, key)) ?? null,
        path: [...path, key],
      });
  }
  if (found.length === 0) return [];
  return [
    {
      id: "mount-provider-missing",
      confidence: "possible",
      summary: `The sandbox manifest mounts with ${[...names].join(", ")}. A process that has not imported that extension yet refuses the file as an invalid manifest; a second load can work.`,
      evidence: found,
      advice: [
        "Install the provider's package and import its sandbox extension (agents.extensions.sandbox) before the first load.",
      ],
    },
  ];
}
