import { isObject } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Draft } from "../cause.ts";
import type { Facts } from "../facts.ts";

/** The application's context goes where the reader looks for it. */
export function wrapContext({ document }: Facts, { rule, path }: Finding): Draft[] {
  const own = valueAt(document.value, path);
  if (!isObject(own) || path.length !== 1 || "context" in own || "context_meta" in own) return [];
  return [
    {
      id: "wrap-context",
      summary: "put the context of a run around the application's",
      edits: [
        {
          edit: { op: "replace", path, value: { approvals: {}, context: own } },
          reason: "the reader looks for the application's context inside of the run's",
        },
      ],
      risk: "Decisions stay lost: decide each call anew. A context that is no plain mapping has to be given at the load as before.",
      cures: [rule],
    },
  ];
}
