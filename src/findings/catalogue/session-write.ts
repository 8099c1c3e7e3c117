import type { outlookRules } from "../../rules/outlook.ts";
import type { FindingArgs } from "../finding.ts";
import type { Sentences } from "../sentences.ts";
import { callOf, counted, namedBy, plain, textOf } from "./wording.ts";

const settle = "`runstate settle FILE --session SOURCE` shows what the write would do to the Session you have.";
const orphan =
  "The model API refuses a history that holds an output without its call, and every later run over that Session fails.";

function itemsOf(args: FindingArgs): string {
  return args.items === undefined ? "Items" : counted(args, "items", "item");
}

/** What becomes of the pending Session write when the run resumes. */
export const sessionWriteSentences = () =>
  ({
    "pending-write-lost": plain(
      "This release loses the pending Session write",
      "This release does not read the pending Session write: its items never reach the Session.",
      "The record is read since 0.22.1. Older releases drop it without a word, and the Session keeps a hole where the items belong.",
      "Resume once with 0.22.1 or later. Otherwise append the items of the record to the Session by hand before you resume.",
    ),
    "pending-write-needs-session": {
      title: "The pending Session write needs the Session it was made for",
      message: (args) =>
        `${itemsOf(args)} still to be written: resume with the Session ${textOf(args, "session", "of the empty id")}, whose last items must fit the record.`,
      why: "Since 0.22.1 the resume first compares the end of the Session with the record and writes what is missing. Without a Session, with another id, or when somebody else wrote into it meanwhile, it raises.",
      fix: `Pass the original Session. ${settle} Do not run the tools again.`,
    },
    "held-write-needs-session": {
      title: "The held Session write belongs to one Session",
      message: (args) =>
        `${counted(args, "items", "item")} held back until the output guardrails have passed, for the Session ${textOf(args, "session", "of the empty id")}: a Session with another id is refused.`,
      why: "Since 0.24.0 held items go to the Session at the end of the turn. A Session with another id raises; without a Session the run goes on, and if it finishes like that the items reach none.",
      fix: `Pass the original Session. Resume the file once only: a held write does not know what was written before. ${settle}`,
    },
    "inner-write-needs-session": {
      title: "A run inside of an agent tool has a Session write of its own",
      message: (args) =>
        `${itemsOf(args)} ${args.held === true ? "held back" : "still to be written"} in the run of an agent tool, for its own Session ${textOf(args, "session", "of the empty id")}: another one is refused in silence.`,
      why: "A nested run settles with the Session that the agent tool is given. Where that refuses the write, as one with another id does, the tool keeps the error to itself and the run asks for the same approval again. Without a Session a held write reaches none, and an ordinary one is refused too.",
      fix: "Give the agent tool its old Session: as_tool(session=…), with the same id. settle and doctor look at a nested run alone: --at with its place in the file, --session with its own Session.",
    },
    "pending-write-beside-server-conversation": {
      title: "A Session write is pending although the server keeps the conversation",
      message: (args) =>
        `A Session write is pending, but ${textOf(args, "key", "the file")} says that the server keeps the conversation.`,
      why: "Since 0.22.1 a resume with both a Session and a conversation on the server is refused, and the write needs the Session.",
      fix: "Find out which of the two the run used. If it was the Session, remove conversation_id, previous_response_id and auto_previous_response_id.",
    },
    "before-never-matches": plain(
      "before of the pending Session write is not made of digests",
      "This entry of before is no SHA-256 in lower-case hex, so no Session item can match it.",
      "Since 0.22.1 the resume compares digests of the last Session items with before. What cannot match makes it raise: the write cannot be reconciled.",
      `Restore before from a copy that loads. Null makes the SDK append the items without looking: only if the Session does not have them. ${settle}`,
    ),
    "before-longer-than-window": {
      title: "before of the pending Session write is longer than what it is compared with",
      message: (args) =>
        `before has ${counted(args, "entries", "digest")}, but is compared with the last ${counted(args, "window", "Session item")} only.`,
      why: "Since 0.22.1 the resume reads one Session item more than the record holds. A longer before can never match, and the resume raises.",
      fix: `Restore before and items from one copy: they belong together. ${settle}`,
    },
    "batch-output-without-call": {
      title: "The pending Session write holds an output whose call it does not hold",
      message: (args) =>
        `The write holds the output of ${callOf(args)}, but not the call: the Session must have it already.`,
      why: `The resume appends the items as they are and does not look. ${orphan}`,
      fix: `Check that the Session holds the call; if not, append the call first. ${settle}`,
    },
    "held-output-without-call": {
      title: "The held Session write holds an output without its call",
      message: (args) =>
        `The held write holds the output of ${callOf(args)}, but not the call: the Session gets an output alone.`,
      why: `Calls and outputs of a held write belong together; the SDK (0.24.0) does not add the missing one. ${orphan}`,
      fix: "Put the call back before its output, from generated_items or model_responses.",
    },
    "held-batch-holds-input": plain(
      "The held Session write holds user input",
      "A held write never holds input messages; this one would be stored out of order.",
      "The SDK (0.24.0) writes input to the Session at once and holds back only what the model and the tools made.",
      `Take the message out of items and adjust start of current_response. Check that the Session has it. ${settle}`,
    ),
    "held-call-not-pending": {
      title: "The held Session write holds a call that neither waits nor has an output",
      message: (args) =>
        `The held write holds ${callOf(args)}, which has no output there and does not wait for approval: it is dropped.`,
      why: "The SDK (0.24.0) removes calls without an output from the held items before it stores them: the Session loses the call without a word.",
      fix: "Restore the output of the call, or the approval that waits for it, from a copy that loads.",
    },
    "guarded-items-already-stored": {
      title: "Items of the paused turn are stored although the agent has output guardrails",
      message: (args) =>
        `Items of this turn are in the Session already, and ${namedBy(args, "agent", "agent", "the agent")} has output guardrails that must see them first.`,
      why: "Since 0.21.1 such a resume is refused when a Session is attached and the agent stops at tools: stored items cannot be taken back.",
      fix: "Resume with the agent as it was at the pause (same guardrails, same tool_use_behavior). Without a Session it resumes, but the rest is not stored.",
    },
  }) satisfies Partial<Record<keyof typeof outlookRules, Sentences>>;
