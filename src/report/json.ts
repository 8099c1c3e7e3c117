import type { Output } from "../io.ts";
import { tool } from "../tool.ts";
import type { Report } from "./result.ts";
import { safeJson } from "./terminal/safe-text.ts";

export const formatVersion = 1;

/** The results of a JSON document. */
export interface Results {
  /** One of them, as JSON. */
  add(result: string): void;
  /** What stands behind them. */
  end(rest: object): void;
}

/** Begins one JSON document with a result a line; printed as results come, so that memory stays flat. `head`: what stands before them. */
export function openResults(out: Output, head: object): Results {
  let separator = "\n";
  out.write(`${safeJson({ formatVersion, tool, ...head }).slice(0, -1)},"results":[`);
  return {
    add(result) {
      out.write(separator + result);
      separator = ",\n";
    },
    end: (rest) => out.write(`\n],${safeJson(rest).slice(1)}\n`),
  };
}

export function jsonReport(out: Output, sdk: string): Report {
  const results = openResults(out, { sdk });
  return {
    add: (result) => results.add(safeJson(result)),
    end: (summary) => results.end({ summary }),
  };
}
