import { isObject, type Json } from "../document/json.ts";
import { explain, type Problem } from "./explain.ts";
import type { IntegerAt, Schema } from "./schema.ts";

/** How a reader takes a message: by plain validation (up to 0.13.6); with mercy on a missing status, whatever else is wrong but present
 * (0.14.0 … 0.18.3); with mercy on text as content and on a status that is missing or null and nothing else (from 0.19.0). */
export type MessageStyle = "plain" | "counts-missing" | "merciful";

/** `_deserialize_message_output_item`, before it validates: text as the content of an assistant is taken unchecked. */
export function hasTextContent(value: Json): boolean {
  return isObject(value) && value.role === "assistant" && typeof value.content === "string";
}

/** `_can_construct_statusless_message`: whether a message that failed its validation is taken unchecked all the same. */
export function isMerelyStatusless(
  schema: Schema,
  value: Json,
  style: MessageStyle,
  integerAt: IntegerAt | undefined,
): boolean {
  if (style === "plain" || !isObject(value)) return false;
  const problems = explain(schema, value, { integerAt, everyMember: true });
  if (style === "counts-missing") {
    const missing = problems.filter(({ kind }) => kind === "missing");
    return missing.length > 0 && missing.every(concernsStatus);
  }
  return problems.every((problem) => concernsStatus(problem) && (problem.kind === "missing" || value.status === null));
}

/** Whether the problem is the top-level status, missing or with another value. */
export function concernsStatus({ path, kind, expected }: Problem): boolean {
  return kind === "missing"
    ? path.length === 0 && expected === "the key status"
    : path.length === 1 && path[0] === "status";
}
