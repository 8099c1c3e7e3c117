import type { Output } from "../commands/command.ts";
import { tool } from "../tool.ts";
import { formatVersion } from "./json.ts";
import { safeJson } from "./safe-text.ts";

/** Entries of a catalogue: as one indented document under `name`, or one a line. */
export function printJson(out: Output, format: "json" | "jsonl", name: string, entries: readonly unknown[]): void {
  if (format === "jsonl") for (const entry of entries) out.write(`${safeJson(entry)}\n`);
  else out.write(`${safeJson({ formatVersion, tool, [name]: entries }, 2)}\n`);
}
