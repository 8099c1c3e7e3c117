import type { JsonObject } from "../../document/json.ts";
import { idOfCall } from "../../python/calls.ts";
import type { Dialect } from "../../rules/dialect.ts";
import type { FunctionReading, ItemsReading, RunReading } from "../reading.ts";
import { answeredIds } from "./call-ids.ts";
import { waitingApprovals } from "./interruption.ts";
import { queuedFunctions } from "./queued.ts";

/** A call of an agent tool, with the run inside of it that the reader loads. */
export interface AgentCall extends FunctionReading {
  readonly nested: RunReading;
}

/** The agent calls of a level; a nested run that its reader refuses is dropped with a line in the log, and its call is one like any other. */
export function agentCalls(run: RunReading): AgentCall[] {
  const isLoaded = (entry: FunctionReading): entry is AgentCall => entry.nested !== null && !entry.nested.rejected;
  return queuedFunctions(run).filter(isLoaded);
}

/** Tells which agent calls have their output: the resume leaves them alone, and with them their nested runs, which 0.20.0 goes on writing. */
export function overCalls(level: { dialect: Dialect; generated: ItemsReading }): (call: JsonObject) => boolean {
  if (level.dialect.does.runsAnsweredCalls) return () => false;
  let answered: ReadonlySet<string | undefined> | undefined;
  return (call) => {
    const id = idOfCall(call);
    answered ??= answeredIds(level.generated.kept);
    return id !== null && answered.has(id);
  };
}

/** Those whose nested run the resume may go on with. */
export function openAgentCalls(run: RunReading): AgentCall[] {
  const isOver = overCalls(run);
  return agentCalls(run).filter(({ call }) => !isOver(call));
}

/** The runs of the agent tools of a level that its reader loads. */
export function nestedRuns(run: RunReading): RunReading[] {
  return agentCalls(run).map(({ nested }) => nested);
}

/** A run and those that wait inside of it, at any depth: each before what is in it. */
export function runsIn(run: RunReading): RunReading[] {
  return [run, ...nestedRuns(run).flatMap(runsIn)];
}

/** Whether the resume goes on with a nested run: one that cannot be loaded, or waits for nothing, is dropped, and its call is one like
 * any other (`_restore_pending_nested_agent_tool_runs`). */
export function isTakenUp(nested: RunReading | null): boolean {
  return nested !== null && !nested.rejected && waitingApprovals(nested).length > 0;
}
