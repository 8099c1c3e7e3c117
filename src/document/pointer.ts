import type { Path } from "./json.ts";

/** RFC 6901 pointer of a path. */
export function pointerOf(path: Path): string {
  let pointer = "";
  for (const step of path) pointer += `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return pointer;
}

/** The path of an RFC 6901 pointer, every step as text; undefined when it is not one. */
export function pathOf(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The list index that a step is, as a number or spelled as RFC 6901 does; undefined for anything else. */
export function indexOf(step: string | number): number | undefined {
  return typeof step === "number" || /^(?:0|[1-9][0-9]*)$/.test(step) ? Number(step) : undefined;
}
