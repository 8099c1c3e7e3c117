import { isObject, type JsonObject } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { describeFinding } from "../../findings/describe.ts";
import type { Judgement } from "../../judge.ts";
import { type Agents, currentAgent, toolUseOf } from "../../outlook/program/agents.ts";
import type { RuleName } from "../../rules/index.ts";
import type { SettleBehaviour } from "../behaviour.ts";
import { answeredIdOf, askedIdOf } from "../turn/answers.ts";
import type { Approval, Missing, Program, SettleRun } from "./run.ts";

/** Each was resumed with 0.22.3 and 0.24.0, the call approved, rejected and left open. */
const raising: Partial<Record<RuleName, Missing["when"]>> = {
  "tool-not-defined": "approved",
  "handoff-not-defined": "approved",
  "call-of-missing-server": "approved",
  "mcp-server-moved": "not-rejected",
};

/** What the findings about the agents and the agent that the run stands at say; null of a document that is not read. */
export function programOf({ findings, reading }: Judgement, agents: Agents): Program | null {
  if (reading === null) return null;
  const agent = currentAgent(agents, reading.run);
  const missing = findings.flatMap((finding): Missing[] => {
    const { rule, path, args } = finding;
    const when = raising[rule];
    if (when === undefined) return [];
    const message = `${describeFinding(finding, reading.document).message} The SDK raises before a tool runs.`;
    const waits = path[0] === "current_step" || rule === "mcp-server-moved";
    return [{ message, pointer: pointerOf(path), id: waits ? String(args.id) : null, when }];
  });
  const { output_guardrails: guarded, stop_at_tool_names: stopAt } = agent ?? {};
  return { guarded, toolUse: toolUseOf(agent), stopAt, missing };
}

/** Whether the agent has output guardrails with a deferring tool use; undefined when the file does not say
 * (`_should_defer_interrupted_session_items`). */
export function statedGate({ program }: SettleRun): boolean | undefined {
  if (program?.guarded === false || program?.toolUse === "run_llm_again") return false;
  return program?.guarded === true && program.toolUse !== undefined ? true : undefined;
}

/** Whether the outputs of function tools end the turn; undefined when the program does not say. */
export function endsWithTool(run: SettleRun, rejects: boolean, does: SettleBehaviour): boolean | undefined {
  const { toolUse, stopAt } = run.program ?? {};
  if (toolUse === "run_llm_again") return false;
  if (toolUse === "stop_on_first_tool") return canEndWithTool(run, rejects, does);
  return stopAt === undefined ? undefined : canEndWithTool(run, rejects, does, new Set(stopAt));
}

/** Whether there are outputs of function tools to end the turn with, of any or of those named. A rejection is one since 0.23.1, and so is what
 * the turn had before (`check_for_final_output_from_tools`). */
export function canEndWithTool(
  run: SettleRun,
  rejects: boolean,
  does: SettleBehaviour,
  names?: ReadonlySet<string>,
): boolean {
  const ends = ({ name }: JsonObject) => names === undefined || (typeof name === "string" && names.has(name));
  const done = new Set(run.outputs.map(({ item }) => answeredIdOf(item)));
  const counts = ({ id, call, nestedIn }: Approval) =>
    nestedIn.some(ends) ||
    (call.type === "function_call" &&
      nestedIn.length === 0 &&
      ends(call) &&
      !done.has(id) &&
      (!rejects || does.countsRejections));
  const before = run.response.some(
    ({ item: { value } }) =>
      isObject(value) && value.type === "function_call" && ends(value) && done.has(askedIdOf(value)),
  );
  return run.approvals.some(counts) || run.hurdles.rerun.some(ends) || (before && does.countsRejections);
}
