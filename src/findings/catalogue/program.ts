import type { outlookRules } from "../../rules/outlook.ts";
import type { FindingArgs } from "../finding.ts";
import type { Sentences } from "../sentences.ts";
import { callAtStart, namedBy, plain, textOf } from "./wording.ts";

const dropped =
  "The SDK looks tools up in the agents of the program. What it does not find it drops without a word: an approved call is not run and stays without an output.";

const withTool = "Give the agent a tool of that name before you resume, or reject the call.";

function agentIn(args: FindingArgs): string {
  return namedBy(args, "agent", "agent", "the agent");
}

function needsTool(args: FindingArgs): string {
  return `${callAtStart(args)} needs ${namedBy(args, "name", "the tool", "a tool")}, which ${agentIn(args)} does not have.`;
}

/** What the program's agents lack. */
export const programSentences = () =>
  ({
    "agent-not-defined": {
      title: "The program has no agent that the file names",
      message: (args) => {
        if (args.apart === true)
          return `The file names ${namedBy(args, "name", "agent", "an agent")}, which the program has and does not lead to.`;
        return Number(args.count ?? 1) > 1
          ? `The file needs ${args.count} agents named ${textOf(args, "name", "alike")}; the program has ${Number(args.found ?? 0)}.`
          : `The file names ${namedBy(args, "name", "agent", "an agent")}, which the program does not have.`;
      },
      why: "The SDK looks agents up by name from the agent it is given, over handoffs and tools that are agents. Without the current agent it raises; without another one it drops items, approvals and nested runs, mostly without a word.",
      fix: (args) =>
        `Give the agent its old name back and make it reachable by handoffs or as a tool; or start a new run. The agents given: ${textOf(args, "known", "none")}.`,
    },
    "tool-not-defined": {
      title: "The agent has no tool that a waiting call needs",
      message: needsTool,
      why: "Since 0.19.3 the resume raises once the call is approved; an agent used as a tool is missed whatever was decided inside. Only a rejected call needs no tool. Older releases drop the call without a word.",
      fix: "Give the agent a tool of that name before you resume, or reject the call; for an agent used as a tool only the former helps.",
    },
    "inner-tool-not-defined": {
      title: "The agent of a nested run has no tool that its waiting call needs",
      message: needsTool,
      why: "Since 0.20.0 the nested run raises, and the outer run does not see it: it asks for the same approval again, for ever. Older releases drop the call without a word.",
      fix: withTool,
    },
    "tool-call-dropped": {
      title: "A call is dropped because the agent has no tool for it",
      message: needsTool,
      why: dropped,
      fix: withTool,
    },
    "handoff-not-defined": {
      title: "The agent has no handoff that the file needs",
      message: (args) =>
        `A pending handoff, ${textOf(args, "name", "by name")}, is not among those of ${agentIn(args)}.`,
      why: "Since 0.19.3 the resume raises, whatever was decided about the calls beside it. Older releases drop the handoff without a word.",
      fix: "Give the agent that handoff before you resume, or start a new run.",
    },
    "call-of-missing-server": {
      title: "The agent has no MCP server that a waiting call goes to",
      message: (args) =>
        `${callAtStart(args)} goes to ${namedBy(args, "name", "the MCP server", "an MCP server")}, which ${agentIn(args)} does not have.`,
      why: "Since 0.19.3 the resume raises when no tool of that name is left, unless the call is rejected. Since 0.23.1 it also raises when another server, or a tool of the program, offers one.",
      fix: "Connect the server under its old name, in its old place among mcp_servers, before you resume; or reject the call.",
    },
    "patch-tool-not-defined": {
      title: "The program has no apply_patch tool, by which a finished call is known",
      message: (args) =>
        `${callAtStart(args)} is finished as one of the apply_patch tool, under another type of call; no agent of the program has that tool.`,
      why: "Since 0.20.0 the SDK compares finished calls with the history on load. A function or custom call counts as one of the apply_patch tool only where some agent has the tool; without it the file is refused, or the nested run that holds the call is dropped.",
      fix: "Give an agent of the program its apply_patch tool back before you load the file.",
    },
    "mcp-server-moved": {
      title: "The MCP server of a waiting call has another place",
      message: (args) =>
        `${callAtStart(args)} is bound to ${namedBy(args, "name", "the MCP server", "an MCP server")} at place ${Number(args.bound)} of ${agentIn(args)}'s mcp_servers, counted from 0; it stands at place ${Number(args.found)} now.`,
      why: "Since 0.23.1 name, tool and place of the server are compared, and the resume raises unless the call is rejected. Older releases do not look at the place.",
      fix: "Give the agent its MCP servers in their old order before you resume, or reject the call. Labels of hosted servers do not count: put them last in the agents file.",
    },
    "mcp-server-not-defined": {
      title: "The agent has no hosted MCP server that the file needs",
      message: (args) =>
        `The file needs ${namedBy(args, "name", "the MCP server", "an MCP server")}, which ${namedBy(args, "agent", "agent", "the agent")} does not have.`,
      why: dropped,
      fix: "Connect the same MCP server before you resume, or reject its calls.",
    },
    "guardrails-beside-server-conversation": plain(
      "Output guardrails beside a conversation that the server keeps",
      "The server keeps this conversation, and the agent has output guardrails.",
      "Since 0.22.0 such a run is refused, since a refused answer could not be taken back from the server; Chat Completions models are left out. Releases up to 0.21.1 resume it.",
      "Resume without the output guardrails of agent and run_config, or with a release up to 0.21.1 that reads the label; or start a new run.",
    ),
  }) satisfies Partial<Readonly<Record<keyof typeof outlookRules, Sentences>>>;
