import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import { kindOf } from "../findings/kind-of.ts";
import { fault, type Sink, stepInto, type Trail } from "./sink.ts";
import { leafTypes } from "./tables.ts";

/** A place in the sandbox's file system. All places of a manifest hang together, so that "at or above" is a walk upwards. */
export interface Place {
  readonly above: Place | undefined;
  readonly below: Map<string, Place>;
  readonly entries: Entry[];
}

/** A file, folder, repository or mount of a manifest, in the order in which the reader meets them. */
export interface Entry {
  readonly order: number;
  readonly value: JsonObject;
  readonly type: string;
  readonly trail: Trail;
}

export function newPlace(above?: Place): Place {
  return { above, below: new Map(), entries: [] };
}

/** The place that a POSIX path names from `start`; an absolute path starts at the top (`_absolute_manifest_path`). */
export function resolvePlace(start: Place, path: string): Place {
  let place = start;
  if (path.startsWith("/")) while (place.above !== undefined) place = place.above;
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      place = place.above ?? place;
      continue;
    }
    let next = place.below.get(part);
    if (next === undefined) {
      next = newPlace(place);
      place.below.set(part, next);
    }
    place = next;
  }
  return place;
}

interface Step {
  readonly name: string;
  readonly value: Json;
  readonly parent: Trail;
  readonly folder: Place;
}

/** The entries of a manifest in document order, children after their folder. A wrong shape is a fault (`_raw_entry_tree_is_valid`,
 * `_iter_raw_entries`); the reader then looks at nothing else in this manifest. */
export function readEntries(entries: Json, trail: Trail, root: Place, sink: Sink): Entry[] {
  const found: Entry[] = [];
  const open: Step[] = [];
  pushChildren(entries, trail, root, open, sink);
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    const { name, value, folder } = step;
    const at = stepInto(step.parent, name);
    const type = isObject(value) ? member(value, "type") : undefined;
    if (!isObject(value)) fault(sink, "sandbox-entry-not-an-object", at, { found: kindOf(value) });
    else if (typeof type !== "string") {
      fault(sink, "sandbox-entry-without-type", type === undefined ? at : stepInto(at, "type"), {
        found: kindOf(type),
      });
    } else {
      const place = resolvePlace(folder, name);
      const entry = { order: found.length, value, type, trail: at };
      found.push(entry);
      place.entries.push(entry);
      const children = member(value, "children");
      if (children !== undefined && !leafTypes.has(type)) {
        pushChildren(children, stepInto(at, "children"), place, open, sink);
      }
    }
  }
  return found;
}

function pushChildren(entries: Json, parent: Trail, folder: Place, open: Step[], sink: Sink): void {
  if (!isObject(entries)) {
    fault(sink, "sandbox-entries-not-an-object", parent, { found: kindOf(entries) });
    return;
  }
  const names = Object.keys(entries);
  for (let index = names.length - 1; index >= 0; index--) {
    const name = names[index] ?? "";
    open.push({ name, value: entries[name] ?? null, parent, folder });
  }
}
