import type { MigrateRule } from "../../rules/migrate.ts";
import type { Sentences } from "../sentences.ts";
import { migrateDownSentences } from "./migrate-down.ts";
import { newerFirst, nothing, tool } from "./migrate-words.ts";
import { callAtStart, counted, textOf } from "./wording.ts";

type Rest = Exclude<MigrateRule, keyof ReturnType<typeof migrateDownSentences>>;

const migrateUpSentences = (): Record<Rest, Sentences> => ({
  "migrate-label": {
    title: "The label of a level changes",
    message: (args) => `The label becomes ${args.to}, from ${args.from}.`,
    why: "Each level, the run and every nested one, is read by the rules of its own label.",
    fix: nothing,
  },
  "migrate-target-unreleased": {
    title: "No release writes the target label",
    message: (args) => `No release writes ${args.to}; ${args.neighbours}.`,
    why: "The label was given to a later one before a release: it is read by newer releases, and by none that stops there.",
    fix: "Name the release instead: `--for-sdk RELEASE`.",
  },
  "ledger-rebuilt": {
    title: "The ledger of tool calls is written as the reader rebuilds it",
    message: (args) => `The ledger of tool calls is rebuilt from history: ${counted(args, "calls", "call")}.`,
    why: "Under a label below 1.15 the reader ignores a stored ledger and builds one from the history; from 1.15 on a decision without an entry is asked for again.",
    fix: nothing,
  },
  "finished-call-named": {
    title: "A native call gets the name of its tool",
    message: (args) =>
      `The name of the tool is written to ${counted(args, "calls", "native call")}, as its approval or action has it.`,
    why: "From 1.15 on a call without the name and an approval or action with it count as two calls under one id, and the resume raises.",
    fix: nothing,
  },
  "native-calls-undecided": {
    title: "Native calls that wait must be decided together",
    message: (args) =>
      `${args.nested === true ? "A nested run waits, and may stop once more when it goes on" : "Several calls wait, not all of them decided"}, and ${counted(args, "places", "native call")} beside ${args.places === 1 ? "does" : "do"} not name the tool.`,
    why: "A native call that has run while another call, or one of a nested run, still waits is met again at the next resume. From 1.15 on it then counts as a second call under its id, unless it names its tool, and the resume raises. The SDK's own load and save leaves the name out too.",
    fix: (args) =>
      args.nested === true
        ? "Write the name of the tool as tool_name into the items of these calls, or let no nested run stop again."
        : "Decide all waiting calls before the resume. To decide them one after the other, write the name of the tool as tool_name into their items first.",
  },
  "ledger-native-unnamed": {
    title: "A native call in history gets no ledger entry because nothing names its tool",
    message: (args) =>
      `No ledger entry (context.tool_invocations) for the finished ${args.type} ${args.call}: the document does not name its tool.`,
    why: "The SDK takes the name from the agents; an entry with another name makes its own reader refuse the file. Without the entry the run resumes the same, only a call id used again is not noticed.",
    fix: nothing,
  },
  "sticky-scope-bound": {
    title: "A decision for all calls of a tool gets the scope of the pending call that it decides",
    message: () => "The decision for all calls of the tool is bound to the scope of the pending call.",
    why: "Under a label below 1.15 the reader does this while loading; from 1.15 on a decision without a scope decides nothing.",
    fix: nothing,
  },
  "sticky-scope-unbound": {
    title: "A decision for all calls of a tool stays without a scope",
    message: (args) =>
      `The decision for all calls of ${tool(args)} has no scope and will not count: nothing pending says which.`,
    why: "Loaded under its old label it could still bind to the first fitting call. A file cannot say that, and the SDK's own load and save loses it too.",
    fix: "Decide again when the tool is called next.",
  },
  "sticky-hosted-not-honoured": {
    title: "A decision for all calls of a hosted MCP tool does not count",
    message: (args) =>
      `The decision for all calls of ${tool(args)} stands under the bare name of a hosted MCP tool and does not count.`,
    why: "Under the bare name newer readers honour decisions on single requests only, whatever the label.",
    fix: "Decide the pending request itself.",
  },
  "sticky-function-unowned": {
    title: "A decision for all calls of a function tool has no owner",
    message: (args) => `The decision for all calls of ${tool(args)} has no owning agent and does not count.`,
    why: "Since 0.23.1 decisions for all calls of a function tool belong to one agent. Older files do not say which, and none is made up.",
    fix: "Decide again when the tool is called next.",
  },
  "sticky-beside-list": {
    title: "A decision for all calls of a tool stands beside the opposite decision on one call",
    message: (args) =>
      `Beside the decision for all calls of ${tool(args)} stands the opposite one on single calls: which of them wins changes here.`,
    why: "Up to 0.21.0 the decision for all calls wins, from 0.22.0 on the decision on the call.",
    fix: "Check that the decisions on the single calls are the ones you mean.",
  },
  "hosted-approvals-were-ignored": {
    title: "Decisions on hosted MCP requests under a label below 1.14 are removed",
    message: () => "Decisions on hosted MCP requests are removed: under the old label no reader takes them.",
    why: "Readers ignore `hosted_mcp_approvals` below 1.14; under the new label it would come to life.",
    fix: nothing,
  },
  "ownership-was-ignored": {
    title: "The range of the paused response under a label below 1.17 is removed",
    message: () => "The range of the paused response is removed: under the old label no reader takes it.",
    why: "Readers ignore `current_response_generated_item_ownership` below 1.17; under the new label it would be believed.",
    fix: nothing,
  },
  "ownership-unproven": {
    title: "A pause below 1.17 does not prove which items belong to the paused response",
    message: () => "Which items belong to the paused response is not in the file, and is not made up.",
    why: "Releases from 0.22.0 on refuse to resume such a pause when the agent has output guardrails; without them it resumes.",
    fix: "With output guardrails: resume with 0.21.0, or start a new run.",
  },
  "mcp-binding-unknown": {
    title: "A pending call of a local MCP tool has no binding to its server",
    message: () => "The pending call of a local MCP tool has no binding to its server, and none is made up.",
    why: "Since 0.23.1 the resume raises for such a call unless it is rejected.",
    fix: "Reject the call, or start a new run.",
  },
  "agent-identity-order": {
    title: "The numbers of same-named agents can mean others across 1.20 and 1.21",
    message: () => "An agent is told from its namesakes by a number, and the numbering changed with 1.21.",
    why: "Before 1.21 agents of one name were numbered in an order that hooks could change; 0.24.0 refuses an older file when that can have happened.",
    fix: "Give agents names of their own.",
  },
  "nested-decision-carried": {
    title: "The decision on a nested run's call moves into that run",
    message: (args) => `The decision on ${counted(args, "calls", "call")} of this nested run is written into it.`,
    why: "Older files keep it in the outer run; 0.24.0 loading that runs the tool once and then asks for the same call for ever.",
    fix: nothing,
  },
  "nested-decision-overruled": {
    title: "A nested run's decision gives way to a later one of the run around it",
    message: () => "A decision in this nested run is contradicted by the run around it, and gives way.",
    why: "Up to 0.19.4 nested runs go by the decisions of the outermost run only: one in the nested run was taken by a newer release, and what the outermost run says by now came later. A newer release that loads the file itself goes by the older decision.",
    fix: nothing,
  },
  "nested-decision-ambiguous": {
    title: "A decision that fits the calls of two nested runs is not carried",
    message: (args) => `${callAtStart(args)} asks again: another run waits for a call of this tool with the same id.`,
    why: "Older releases keep one decision for both calls, and the file does not say which of them was meant. Newer ones keep decisions with each run.",
    fix: "Decide on each call when asked.",
  },
  "nested-sticky-ignored": {
    title: "A decision for all calls of a tool of the outer run does not reach a nested run from 1.15 on",
    message: (args) =>
      `${callAtStart(args)} of a nested run asks again: the decision for all calls of its tool stands in a run around it.`,
    why: "Up to 0.19.4 nested runs go by the decisions of the outermost run. Newer releases keep such ones about functions and hosted servers to their own run, also when they load the older file itself, and ask for the call where the run around lists it.",
    fix: "Decide on the call when asked. `runstate validate` tells when nobody will ask.",
  },
  "sandbox-cleaned": {
    title: "Mount credentials are taken out of the sandbox",
    message: (args) =>
      `Mount credentials and their like are taken out of the sandbox, as the reader does: ${counted(args, "places", "place")}.`,
    why: "Readers since 0.20.0 remove them and set a marker; the program must then supply its own manifest. The secret would stay in the file until somebody saves it again.",
    fix: "Supply the current trusted manifest when resuming.",
  },
  "held-boundary-proven": {
    title: "The held write of the draft gets the boundary that the file proves",
    message: (args) =>
      `The paused response begins at item ${args.start} of the held batch, in turn ${args.turn}: the file proves it.`,
    why: "From 1.19 on a held write must say where the items of the paused response begin; the draft did not.",
    fix: nothing,
  },
  "held-boundary-unproven": {
    title: "The held write of the draft does not prove its boundary",
    message: (args) =>
      `The file does not prove where the paused response begins in the held batch; missing: ${args.missing}.`,
    why: "From 1.19 on a held write must say so, and a wrong boundary drops or keeps items of another turn.",
    fix: "Append the held items to the Session by hand and start a new run.",
  },
  "unchanged-rejected": {
    title: "A document that carries the target label already is not accepted by its reader",
    message: (args) =>
      `The document carries the label already and is left as it is, but ${args.release} would not read it: ${args.rule}.`,
    why: "A migration never changes a document of the same version.",
    fix: (args) => `\`runstate validate --sdk ${textOf(args, "release", "RELEASE")} FILE\` says what is wrong.`,
  },
  "migrated-rejected": {
    title: "The result is not accepted by the release that reads it",
    message: (args) =>
      `The result would not be read by ${args.release}; its first error is ${args.rule}. Nothing is written.`,
    why: "A result is validated for the release that writes its label before anything is written.",
    fix: `${newerFirst} If the file loads where it comes from, please report it.`,
  },
  "restore-no-record": {
    title: "The file of dropped pieces has nothing for this document",
    message: () => "The --restore file has no line for this document.",
    why: "A line is found by the sha256 of the result, by the name of the file, or by its place in the order of inputs.",
    fix: "Name the file that --keep-dropped wrote for this input.",
  },
  "restore-ambiguous": {
    title: "Several lines of the file of dropped pieces fit this document",
    message: (args) =>
      `Several lines of the --restore file fit this document and keep different originals: ${args.candidates}. Its name and place do not say which.`,
    why: "Two documents can become the same text on the way down. The wrong original would be somebody else's run, and a document that is migrated without its own cannot be restored later.",
    fix: "Use the names and the order of the way down, or a --restore file with the one line that belongs to it. `--allow-loss restore-ambiguous` migrates it without what was kept.",
  },
  "restore-piece-lost": {
    title: "A dropped piece does not go back",
    message: () => "This piece does not go back: its place, or what was decided, has changed since.",
    why: "The older release saved the checkpoint again in between. A decision of before would stand against those made since.",
    fix: "Look at the piece in the --keep-dropped file and put it back by hand where it still means something.",
  },
  "restore-piece-kept": {
    title: "A dropped piece goes back",
    message: () => "The piece that was dropped on the way down goes back.",
    why: "The place it stood at is unchanged.",
    fix: nothing,
  },
  "restored-whole": {
    title: "The original is restored byte for byte",
    message: () => "The document is the one that was written then: the original goes back byte for byte.",
    why: "Its sha256 is the recorded one.",
    fix: nothing,
  },
});

export const migrateSentences = (): Record<MigrateRule, Sentences> => ({
  ...migrateUpSentences(),
  ...migrateDownSentences(),
});
