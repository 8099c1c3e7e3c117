import type { Output } from "../../io.ts";
import { tool } from "../../tool.ts";
import { formatVersion } from "../json.ts";
import { safeJson } from "../terminal/safe-text.ts";

/** Catalogues by name: as one indented document, or all entries one a line. */
export function printJson(
  out: Output,
  format: "json" | "jsonl",
  catalogues: Readonly<Record<string, readonly unknown[]>>,
): void {
  if (format === "jsonl") for (const entry of Object.values(catalogues).flat()) out.write(`${safeJson(entry)}\n`);
  else out.write(`${safeJson({ formatVersion, tool, ...catalogues }, 2)}\n`);
}
