import type { Output } from "../io.ts";
import type { Report } from "./result.ts";
import { safeJson } from "./terminal/safe-text.ts";

/** One result a line. */
export function jsonlReport(out: Output): Report {
  return {
    add(result) {
      out.write(`${safeJson(result)}\n`);
    },
    end() {},
  };
}
