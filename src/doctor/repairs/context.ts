import { isObject } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
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

/** In place of a context that is not there or is none: the reader takes an empty one, and every decision is taken anew (0.24.0, played). */
export function emptyContext({ document }: Facts, errors: readonly Finding[]): Draft[] {
  const path = ["context"];
  if (!errors.some((finding) => pointerOf(finding.path) === pointerOf(path))) return [];
  const op = valueAt(document.value, path) === undefined ? "add" : "replace";
  return [
    {
      id: "empty-context",
      summary: "an empty context, where the file's own cannot be had back",
      edits: [{ edit: { op, path, value: {} }, reason: "the reader asks for an object, and needs nothing in it" }],
      risk: "Decisions, usage and the program's own context are gone: each waiting call is asked for again, one that was rejected too.",
    },
  ];
}
