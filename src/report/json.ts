import type { Output } from "../io.ts";
import { tool } from "../tool.ts";
import type { Report } from "./result.ts";
import { safeJson } from "./terminal/safe-text.ts";

export const formatVersion = 1;

/** One JSON document, a result a line; printed as results come, so that memory stays flat. */
export function jsonReport(out: Output, sdk: string): Report {
  const head = safeJson({ formatVersion, tool, sdk });
  let separator = "\n";
  out.write(`${head.slice(0, -1)},"results":[`);
  return {
    add(result) {
      out.write(separator + safeJson(result));
      separator = ",\n";
    },
    end(summary) {
      out.write(`\n],"summary":${safeJson(summary)}}\n`);
    },
  };
}
