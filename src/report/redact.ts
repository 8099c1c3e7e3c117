import { plural } from "../plural.ts";
import type { Redaction } from "../redact/redact.ts";
import { tool } from "../tool.ts";
import { formatVersion } from "./json.ts";
import { safeJson, safeText } from "./terminal/safe-text.ts";

export interface RedactReport extends Pick<Redaction, "replaced" | "lost"> {
  readonly file: string;
}

/** What was replaced, one place a line. Never what stood there. */
export function redactReportText({ replaced, lost }: RedactReport): string {
  const gone = new Set(lost);
  const lines = replaced.map(
    ({ pointer, what }) => `${what} ${safeText(pointer)}${gone.has(pointer) ? " (lost)" : ""}\n`,
  );
  return `${lines.join("")}${plural(replaced.length, "value")} replaced\n`;
}

export function redactReportJson(report: RedactReport): string {
  return `${safeJson({ formatVersion, tool, ...report })}\n`;
}
