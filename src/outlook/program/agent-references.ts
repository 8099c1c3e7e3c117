import { isObject, type Json, type JsonObject, listOf, type Path } from "../../document/json.ts";
import { agentName } from "../../reading/agents.ts";
import type { ItemReading, ItemsReading, RunReading } from "../../reading/reading.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";
import { nestedRuns } from "../../reading/run/nested-runs.ts";

/** The agent that a reference leads to. `key` is what the SDK looks up; `count` agents of that `name` must be there for it. */
export interface NamedAgent {
  readonly key: string;
  readonly name: string;
  readonly count: number;
}

type Visit = (reference: Json | undefined, run: RunReading, at: () => Path) => void;

/** What the reader makes of a reference: an identity decides alone, and further agents of one name have its number in theirs
 * (`_resolve_agent_from_data`, since 0.14.0; before, the name). Null when it names none. */
export function namedAgent(reference: Json | undefined, { dialect }: RunReading): NamedAgent | null {
  const name = agentName(reference);
  const identity = isObject(reference) && dialect.does.readsAgentIdentity ? reference.identity : undefined;
  const key = typeof identity === "string" ? identity : name;
  if (typeof key !== "string" || key === "") return null;
  const numbered = key === name ? null : /^(.+)#([2-9]|[1-9][0-9]{1,5})$/s.exec(key);
  return { key, name: numbered?.[1] ?? key, count: Number(numbered?.[2] ?? 1) };
}

/** Every reference to an agent that the reader looks up, in a run and the runs it loads inside of it: the run's own and those of the calls that wait
 * come first. A stand-in for a missing agent is taken by name alone, so of those places only identities count. */
export function visitAgents(run: RunReading, visit: Visit): void {
  const { state, processed } = run;
  const see = (reference: Json | undefined, ...path: Path) => visit(reference, run, () => [...run.base, ...path]);
  see(state.current_agent, "current_agent");
  for (const { data, path } of waitingApprovals(run)) see(data.agent, ...path, "agent");
  visitItems(run, run.generated, ["generated_items"], visit);
  visitItems(run, run.session, ["session_items"], visit);
  visitItems(run, processed?.newItems, ["last_processed_response", "new_items"], visit);
  for (const { data, path } of processed?.approvals ?? [])
    if (hasIdentity(data.agent)) see(data.agent, ...path, "agent");
  for (const [index, entry] of listOf(state.output_guardrail_results).entries())
    if (isObject(entry) && hasIdentity(entry.agent)) see(entry.agent, "output_guardrail_results", index, "agent");
  if (run.dialect.does.readsOwnedApprovals && isObject(state.context))
    for (const [index, entry] of listOf(state.context.function_tool_approvals).entries())
      if (isObject(entry)) see(entry.agent, "context", "function_tool_approvals", index, "agent");
  for (const nested of nestedRuns(run)) visitAgents(nested, visit);
}

function visitItems(run: RunReading, items: ItemsReading | null | undefined, list: Path, visit: Visit): void {
  // The very same list says nothing new, nor does an item of the agent that the one before is of.
  if (items === null || items === undefined || (items !== run.generated && items.kept === run.generated.kept)) return;
  let last: Json | undefined;
  for (let place = 0; place < items.kept.length; place++) {
    const { index, data, type } = items.kept[place] as ItemReading;
    if (items === run.session && run.repeats.at(index) !== undefined) continue;
    if (!isSameAgent(data.agent, last)) visitMember(run, data, "agent", [...list, index], visit);
    last = data.agent;
    if (type !== "handoff_output_item") continue;
    visitMember(run, data, "source_agent", [...list, index], visit);
    visitMember(run, data, "target_agent", [...list, index], visit);
  }
}

function visitMember(run: RunReading, data: JsonObject, key: string, path: Path, visit: Visit): void {
  visit(data[key], run, () => [...run.base, ...path, key]);
}

function isSameAgent(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (isObject(a) && isObject(b) && a.name === b.name && a.identity === b.identity);
}

function hasIdentity(reference: Json | undefined): boolean {
  return isObject(reference) && typeof reference.identity === "string";
}
