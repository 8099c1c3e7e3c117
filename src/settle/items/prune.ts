import { appendAll } from "../../append-all.ts";
import { fieldOf, itemOf, type RawItem, textOf } from "../../session/raw-item.ts";
import { isCall, isOutput, outputOfCall, pairKeyOf, programCallerOf, requestIdOf, typeOf } from "./pairs.ts";

const hostedTypes = new Set([
  ...["hosted_tool_call", "file_search_call", "web_search_call", "code_interpreter_call", "image_generation_call"],
  ...["mcp_list_tools", "mcp_call", "mcp_approval_request", "mcp_approval_response"],
]);

export interface PruneOptions {
  /** Everything is stored history: items in it keep no program alive (`pruning_indexes`). */
  readonly stored?: boolean;
  /** Outputs without their call go too (`output_pruning_indexes`). */
  readonly outputs?: boolean;
}

/** `drop_orphan_function_calls`: leaves out calls without their output, what an orphan program called, and the reasoning before
 * a call that went. Which items stay is told by identity. */
export function dropOrphanCalls(items: readonly RawItem[], options: PruneOptions = {}): RawItem[] {
  const answered = answeredCalls(items);
  const programs = programsOf(items, answered, options);
  const anonymous = matchedSearches(items);
  const dropped = new Set<number>();
  items.forEach((item, at) => {
    const caller = programCallerOf(item);
    const lost = typeOf(item) !== undefined && caller !== undefined && programs.orphan.has(caller);
    if (lost || isOrphan(item, at, answered, programs.active, anonymous)) dropped.add(at);
  });
  const triggers = new Set(dropped);
  if (options.outputs === true) dropLoneOutputs(items, dropped);
  for (const at of danglingReasoning(items, dropped, triggers)) dropped.add(at);
  return items.filter((_, at) => !dropped.has(at));
}

/** The calls that have an output. */
function answeredCalls(items: readonly RawItem[]): Set<string | undefined> {
  return new Set(items.filter(isOutput).map(pairKeyOf));
}

interface Programs {
  readonly active: ReadonlySet<string>;
  readonly orphan: ReadonlySet<string>;
}

/** A program without output is active while something that it called goes on without it. */
function programsOf(
  items: readonly RawItem[],
  answered: ReadonlySet<string | undefined>,
  options: PruneOptions,
): Programs {
  const kept = new Set(options.stored === true ? [] : items.filter(keepsProgram).map(programCallerOf));
  const active = new Set<string>();
  const orphan = new Set<string>();
  for (const item of items) {
    const id = textOf(item, "call_id");
    if (typeOf(item) !== "program" || id === undefined || answered.has(pairKeyOf(item))) continue;
    (kept.has(id) ? active : orphan).add(id);
  }
  return { active, orphan };
}

function keepsProgram(item: RawItem): boolean {
  return isPendingShell(item) || hostedTypes.has(typeOf(item) ?? "") || isOutput(item);
}

function isPendingShell(item: RawItem): boolean {
  const status = fieldOf(item, "status") ?? null;
  return typeOf(item) === "shell_call" && (status === null || status === "in_progress");
}

function isOrphan(
  item: RawItem,
  at: number,
  answered: ReadonlySet<string | undefined>,
  active: ReadonlySet<string>,
  matched: ReadonlySet<number>,
): boolean {
  if (!isCall(item)) return false;
  if (programCallerOf(item) !== undefined && isPendingShell(item)) return false;
  const type = typeOf(item);
  const id = textOf(item, "call_id");
  if (id === undefined) return !(type === "tool_search_call" && matched.has(at));
  if (type === "program" && active.has(id)) return false;
  return !answered.has(pairKeyOf(item));
}

/** Searches without an id are matched backwards, one output for one call. */
function matchedSearches(items: readonly RawItem[]): Set<number> {
  const matched = new Set<number>();
  let open = 0;
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at] as RawItem;
    if (textOf(item, "call_id") !== undefined) continue;
    if (typeOf(item) === "tool_search_output") open++;
    else if (typeOf(item) === "tool_search_call" && open > 0) {
      matched.add(at);
      open--;
    }
  }
  return matched;
}

function dropLoneOutputs(items: readonly RawItem[], dropped: Set<number>): void {
  const calls = new Set(items.filter((item, at) => isCall(item) && !dropped.has(at)).map(pairKeyOf));
  items.forEach((item, at) => {
    const key = pairKeyOf(item);
    if (isOutput(item) && key !== undefined && !calls.has(key)) dropped.add(at);
  });
}

/** Reasoning belongs to the next item that is not reasoning (`_drop_reasoning_items_preceding_dropped_calls`). */
function danglingReasoning(
  items: readonly RawItem[],
  dropped: ReadonlySet<number>,
  triggers: ReadonlySet<number>,
): number[] {
  const dangling: number[] = [];
  let follower: number | undefined;
  for (let at = items.length - 1; at >= 0; at--) {
    if (typeOf(items[at] as RawItem) !== "reasoning") follower = at;
    else if (!dropped.has(at) && follower !== undefined && triggers.has(follower)) dangling.push(at);
  }
  return dangling;
}

/** `_held_items_safe_to_settle`: of a held batch what may be written beside `turn`. A call in `open` (its approval is open) needs no
 * output yet; an MCP request needs its response. */
export function safeToSettle(
  held: readonly RawItem[],
  turn: readonly RawItem[],
  open: ReadonlySet<string> = new Set(),
): RawItem[] {
  const context = [...held];
  for (const item of held) {
    const id = requestIdOf(item);
    const output = outputOfCall.get(typeOf(item) ?? "");
    if (id !== undefined && output !== undefined && open.has(id)) context.push(itemOf({ type: output, call_id: id }));
  }
  appendAll(context, turn);
  const kept = new Set(dropOrphanCalls(context));
  const responses = new Set(open);
  for (const item of context) {
    const id = textOf(item, "approval_request_id");
    if (typeOf(item) === "mcp_approval_response" && id !== undefined) responses.add(id);
  }
  return held.filter((item) => {
    if (typeOf(item) !== "mcp_approval_request") return kept.has(item);
    const id = requestIdOf(item);
    return id === undefined || responses.has(id);
  });
}
