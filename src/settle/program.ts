import { isObject } from "../document/json.ts";
import { pointerOf } from "../document/pointer.ts";
import { describeFinding } from "../findings/describe.ts";
import type { Judgement } from "../judge.ts";
import { type Agents, currentAgent } from "../outlook/agents.ts";
import type { RuleName } from "../rules/index.ts";
import { answeredIdOf } from "./answers.ts";
import type { SettleBehaviour } from "./behaviour.ts";
import type { Approval, Program, SettleRun } from "./run.ts";

const raising: ReadonlySet<RuleName> = new Set(["tool-not-defined", "handoff-not-defined"]);

/** What the findings about the agents and the agent that the run stands at say; null of a document that is not read. */
export function programOf({ findings, reading }: Judgement, agents: Agents): Program | null {
  if (reading === null) return null;
  const agent = currentAgent(agents, reading.run);
  const missing = findings
    .filter(({ rule }) => raising.has(rule))
    .map((finding) => ({
      message: `${describeFinding(finding, reading.document).message} The SDK raises before a tool runs.`,
      pointer: pointerOf(finding.path),
    }));
  return { guarded: agent?.output_guardrails, toolUse: agent?.tool_use_behavior, missing };
}

/** Whether the agent has output guardrails with a deferring tool use; undefined when the file does not say
 * (`_should_defer_interrupted_session_items`). */
export function statedGate({ program }: SettleRun): boolean | undefined {
  if (program?.guarded === false || program?.toolUse === "run_llm_again") return false;
  return program?.guarded === true && program.toolUse !== undefined ? true : undefined;
}

/** Whether the outputs of function tools end the turn; undefined when the program does not say. */
export function endsWithTool(run: SettleRun, rejects: boolean, does: SettleBehaviour): boolean | undefined {
  const toolUse = run.program?.toolUse;
  if (toolUse === "run_llm_again") return false;
  return toolUse === "stop_on_first_tool" ? canEndWithTool(run, rejects, does) : undefined;
}

/** Whether there are outputs of function tools to end the turn with. A rejection is one since 0.23.1, and so is what the turn had before
 * (`check_for_final_output_from_tools`). */
export function canEndWithTool(run: SettleRun, rejects: boolean, does: SettleBehaviour): boolean {
  const done = new Set(run.outputs.map(({ item }) => answeredIdOf(item)));
  const counts = ({ id, call, nestedIn }: Approval) =>
    nestedIn.length > 0 || (call.type === "function_call" && !done.has(id) && (!rejects || does.countsRejections));
  const before = run.outputs.some(({ item }) => isObject(item.value) && item.value.type === "function_call_output");
  return run.approvals.some(counts) || (before && does.countsRejections);
}
