import type { DownRule } from "../../rules/migrate.ts";
import type { FindingArgs } from "../finding.ts";
import type { Sentences } from "../sentences.ts";
import { decisionsDownSentences } from "./decisions-down.ts";
import { harmless, newerFirst, newerToTheEnd, nothing } from "./migrate-words.ts";
import { callAtStart, counted } from "./wording.ts";

/** An unsafe loss: the ways out first, then what taking it on does, or that it does not help. */
function orForce(rule: DownRule, forced: string, ways = newerFirst): (args: FindingArgs) => string {
  return ({ unread, release }) =>
    unread === true
      ? `${ways} \`--allow-loss ${rule}\` does not help here: ${release} would not read the result.`
      : `${ways} \`--allow-loss ${rule}\`: ${forced}`;
}

/** What a resume comes to, by its outlook. */
function worse({ outlook }: FindingArgs): string {
  if (outlook === "depends") return "it depends on the program whether the resume goes as it did";
  if (outlook === "asks-again") return "the run asks again for what is decided";
  return outlook === "fails" ? "the resume raises" : "the resume loses something or runs what it must not";
}

type Rest = Exclude<DownRule, keyof ReturnType<typeof decisionsDownSentences>>;

const otherSentences = (): Record<Rest, Sentences> => ({
  "tool-output-boundary-dropped": {
    title: "Where the guardrail results of the current response begin is dropped below 1.20",
    message: () => "Where the tool output guardrail results of the current response begin is dropped.",
    why: "Older readers do not know it: diagnostics of the current response are no longer withheld.",
    fix: nothing,
  },
  "held-write": {
    title: "A held Session write does not fit below 1.19",
    message: () => "The Session write is held for the output guardrails, which the target does not know.",
    why: "0.23.1 refuses the keys. Dropping the write would lose the call from the history; without the mark it is an ordinary write, appended when the run resumes, before any output guardrail.",
    fix: orForce(
      "held-write",
      "the items become an ordinary write: the call is stored before the guardrails, and twice if the approved tool ends the run.",
    ),
  },
  "held-false-stripped": harmless(
    "`held: false` of a Session write is dropped below 1.19",
    "`held: false` is dropped: the write is an ordinary one.",
    "0.23.1 refuses the key, whatever its value.",
  ),
  "mcp-bindings-dropped": {
    title: "The bindings of local MCP calls to their servers are dropped below 1.18",
    message: () => "Nothing ties a pending call of a local MCP server to that server in the target.",
    why: "0.22.3 runs the call without looking whether the server is still the same; newer releases refuse one that is not.",
    fix: "Make sure that the program connects the same MCP servers.",
  },
  "mcp-bindings-empty-dropped": harmless(
    "Empty bindings of MCP calls are dropped below 1.18",
    "The empty bindings of MCP calls are dropped.",
    "The target neither writes nor reads them.",
  ),
  "write-compaction-dropped": {
    title: "What a Session write says about compaction is dropped below 1.18",
    message: () => "What the pending Session write says about compaction is dropped.",
    why: "0.22.3 refuses these keys; the write itself is settled the same, the compaction after it does not happen.",
    fix: nothing,
  },
  "write-metadata-dropped": harmless(
    "Keys that the target refuses and nothing rests on are dropped",
    "Keys are dropped that the target refuses or does not know; nothing rests on them.",
    "The older reader takes an exact set of keys.",
  ),
  "acknowledged-write-dropped": {
    title: "A Session write that was acknowledged is dropped below 1.18",
    message: () => "The pending Session write is dropped: it is in the Session already, only its compaction is open.",
    why: "Kept as an ordinary write it could be appended a second time after a compaction.",
    fix: "Compact the Session by hand if it has to be.",
  },
  "sandbox-name-kept": {
    title: "The name of a Vercel sandbox is not restored below 1.18",
    message: () => "The name of the Vercel sandbox stays in the file, but the target does not restore it.",
    why: "0.22.3 does not know it.",
    fix: nothing,
  },
  "session-write-below-1-17": {
    title: "A pending Session write does not fit below 1.17",
    message: () => "A Session write is pending, which the target does not know.",
    why: "0.22.0 and older ignore it: the Session keeps a hole where the items belong.",
    fix: orForce("session-write-below-1-17", "the write is dropped; append its items to the Session by hand first."),
  },
  "terminal-below-1-17": {
    title: "The mark of a run that must not resume does not fit below 1.17",
    message: () => "The run has ended at a boundary it must not resume from, and the target does not know the mark.",
    why: "0.22.0 and older run on from a finished run.",
    fix: orForce("terminal-below-1-17", "the mark is dropped, and the target runs on.", "Start a new run."),
  },
  "ownership-dropped": harmless(
    "The range of the paused response is dropped below 1.17",
    "The range of the paused response is dropped.",
    "0.21.0 and older do without it.",
  ),
  "approvals-under-1-16": {
    title: "0.22.0 refuses to resume a pause with output guardrails",
    message: () => "With output guardrails the releases of 1.16 refuse to resume any pause, their own included.",
    why: "0.22.0 demands a range that no file of 1.16 can hold.",
    fix: "Take 1.15 or 1.17 when the agent has output guardrails.",
  },
  "docker-labels-kept": {
    title: "The labels of a Docker container are not restored below 1.17",
    message: () => "The labels of the Docker container stay in the file, but the target does not restore them.",
    why: "0.22.0 does not know them.",
    fix: nothing,
  },
  "custom-action-restored": {
    title: "A waiting call of a custom tool is put back among the actions of its response",
    message: (args) => `${callAtStart(args)}, of a custom tool, is put back among the actions of the response.`,
    why: "Up to 0.21.0 an approved call of a custom tool is run only when it stands there. Newer releases leave it out when they save a pause that was resumed once.",
    fix: nothing,
  },
  "stored-count-reset": {
    title: "The count of stored items begins anew for a run that stopped between two turns",
    message: () =>
      "The run stopped between two turns; its count of items that the Session holds of the turn becomes 0.",
    why: "Newer releases begin it anew with the next turn. Up to 0.21.0 the resume leaves as many items of that turn out of the Session: a waiting call is not stored, its output is.",
    fix: nothing,
  },
  "network-isolation-below-1-16": {
    title: "A sandbox without network does not fit below 1.16",
    message: () => "The sandbox is cut off from the network, and the target does not know that.",
    why: "0.21.0 does not restore the isolation: the container would get its network back.",
    fix: orForce("network-isolation-below-1-16", "the sandbox gets a network.", newerToTheEnd),
  },
  "staged-input-below-1-15": {
    title: "Staged input does not fit below 1.15",
    message: () => "Input of the user is staged, which the target does not know.",
    why: "0.19.4 and older ignore it: it never reaches the model.",
    fix: orForce("staged-input-below-1-15", "the input is dropped; send it again after the resume."),
  },
  "delivered-input-below-1-15": {
    title: "Input that was added to a pause and taken up since does not fit below 1.15",
    message: (args) =>
      `Input that was added to the paused run stands in its history, and the target leaves it out: ${counted(args, "places", "place")}.`,
    why: "0.19.4 and older do not know items of the type input_item: they load the file without them, and the model never sees what was said.",
    fix: orForce(
      "delivered-input-below-1-15",
      "the run goes on without it; say it again in the next input.",
      newerToTheEnd,
    ),
  },
  "local-shell-output-below-1-15": {
    title: "What a local shell call gave back is left out below 1.15",
    message: (args) =>
      `The target leaves the output of local shell calls out: ${counted(args, "places", "place")}. The model sees neither call nor output.`,
    why: "0.19.4 and older load a file without such items, also one of their own: the run goes on as if the command had never run.",
    fix: nothing,
  },
  "staged-input-empty-dropped": harmless(
    "Empty staged input is dropped below 1.15",
    "The empty list of staged input is dropped.",
    "The target neither writes nor reads it.",
  ),
  "run-again-step-dropped": {
    title: "The step that asks the model next becomes null below 1.15",
    message: () => "The step that asks the model next becomes null.",
    why: "Files of 0.19.4 have null at such a point, and resume the same.",
    fix: nothing,
  },
  "response-accepted-below-1-15": {
    title: "A response accepted but not processed does not fit below 1.15",
    message: () => "A model response was accepted but not processed yet, and the target does not know that.",
    why: "The response was charged, and a conversation that the server keeps holds it. No release resumes such a file; without the mark 0.19.4 and older no longer say why.",
    fix: orForce(
      "response-accepted-below-1-15",
      "the mark is dropped, and every resume raises as before.",
      "Start a new run: the newer release does not resume it either.",
    ),
  },
  "step-flags-dropped": harmless(
    "Flags of the current step are dropped below 1.15",
    "A flag of the current step is dropped.",
    "It holds what the target takes for granted.",
  ),
  "llm-end-hooks-dropped": {
    title: "Hooks of the response that are still to be called are forgotten below 1.15",
    message: () => "That the hooks at the end of the response are still to be called is dropped.",
    why: "0.19.4 does not know it: they may not be called.",
    fix: nothing,
  },
  "own-agent-below-1-15": {
    title: "A nested run's call that is taken for one of the outer run too would run twice at once",
    message: (args) =>
      `${callAtStart(args)} waits in a nested run and belongs to the agent of the outer one: there one approval runs it in both.`,
    why: "The agent is its own tool. Releases up to 0.19.4 run an approved call in both runs at once; newer ones ask a second time. 0.19.3 and 0.19.4 let none run where the outer response calls the same tool.",
    fix: orForce("own-agent-below-1-15", "the tool runs twice when the call is approved. A rejection does no harm."),
  },
  "executed-call-below-1-15": {
    title: "A call that has run already would be run again",
    message: (args) =>
      `${callAtStart(args)} has run already; below 1.15 nothing says so, and the resume or an approval runs it again.`,
    why: "Since 0.20.0 the SDK notes in its ledger of tool calls that a call has run, and does not run it twice. Older releases have no ledger.",
    fix: orForce(
      "executed-call-below-1-15",
      "the tool runs a second time.",
      "Finish the run with 0.20.0 or later; where its resume raises, put the output of the call back.",
    ),
  },
  "ledger-dropped": {
    title: "The ledger of tool calls is dropped below 1.15",
    message: () => "The ledger of tool calls is dropped.",
    why: "0.19.4 does without it to resume, but nothing notices a call that runs a second time or a call id used again.",
    fix: nothing,
  },
  "ledger-empty-dropped": harmless(
    "An empty ledger of tool calls is dropped below 1.15",
    "The empty ledger of tool calls is dropped.",
    "The target neither writes nor reads it.",
  ),
  "redacted-sandbox-below-1-15": {
    title: "A sandbox without its credentials does not fit below 1.15",
    message: () => "The sandbox was stored without its mount credentials, and the target does not know the mark.",
    why: "0.19.4 would start it without credentials, or with those of its surroundings.",
    fix: orForce(
      "redacted-sandbox-below-1-15",
      "the sandbox starts without the credentials that were removed.",
      newerToTheEnd,
    ),
  },
  "program-items-below-1-13": {
    title: "Items of programmatic tool calling do not fit below 1.13",
    message: (args) =>
      `The history holds items of programmatic tool calling, which the target does not know: ${counted(args, "places", "place")}.`,
    why: "Readers of 1.0 to 1.11 refuse the file. 0.18.3 drops the output of the program without a word, and sends the outputs of its calls as if no program had made them.",
    fix: orForce(
      "program-items-below-1-13",
      "the items stay, and newer readers refuse the file under this label.",
      newerToTheEnd,
    ),
  },
  "handoff-history-dropped": {
    title: "References to handed-off history are dropped below 1.13",
    message: () => "References to history that a handoff summed up are dropped.",
    why: "0.18.3 does not know them: that history may be sent to the model twice.",
    fix: nothing,
  },
  "item-indexes-dropped": harmless(
    "Indexes between item lists are dropped below 1.13",
    "The indexes that tie the lists of items together are dropped.",
    "The target neither writes nor reads them.",
  ),
  "cache-write-tokens-dropped": {
    title: "Counts of tokens written to the cache are dropped below 1.12",
    message: (args) => `Counts of tokens written to the cache are dropped: ${counted(args, "places", "place")}.`,
    why: "0.18.0 does not read them; only the count is lost.",
    fix: nothing,
  },
  "custom-data-dropped": {
    title: "Custom data of tool outputs is dropped below 1.11",
    message: (args) => `Custom data of tool outputs is dropped: ${counted(args, "places", "item")}.`,
    why: "0.17.4 does not keep it. The model never sees it, the application may miss it.",
    fix: "`--keep-dropped FILE` keeps it for the way back.",
  },
  "unlimited-turns-below-1-10": {
    title: "A run without a turn limit does not fit below 1.10",
    message: () => "The run has no turn limit, and the target needs a number.",
    why: "0.15.3 runs the approved tools and dies then, comparing the turn with null.",
    fix: orForce(
      "unlimited-turns-below-1-10",
      "the limit is a very large number.",
      "Say the limit: `--assume max-turns=50`.",
    ),
  },
  "unlimited-turns-assumed": {
    title: "The turn limit is the one that was given",
    message: (args) => `The run gets the turn limit ${args.turns} that was given.`,
    why: "The target needs a number; the file says that there is no limit.",
    fix: nothing,
  },
  "custom-tools-below-1-9": {
    title: "A pending call of a custom tool does not fit below 1.9",
    message: () => "A call of a custom tool is pending, and the target does not know these.",
    why: "0.13.6 drops the call: an approved tool is not run, and the run goes on with the call open.",
    fix: orForce("custom-tools-below-1-9", "the target drops the call."),
  },
  "custom-actions-empty-dropped": harmless(
    "An empty list of custom tool calls is dropped below 1.9",
    "The empty list of custom tool calls is dropped.",
    "The target neither writes nor reads it.",
  ),
  "cache-key-dropped": {
    title: "The prompt cache key is dropped below 1.8",
    message: () => "The prompt cache key is dropped.",
    why: "Older readers do not know it: the provider's cache is missed.",
    fix: nothing,
  },
  "cache-key-empty-dropped": harmless(
    "An absent prompt cache key is dropped below 1.8",
    "The key for the prompt cache, which holds none, is dropped.",
    "The target neither writes nor reads it.",
  ),
  "agent-identity-below-1-7": {
    title: "Identities of same-named agents do not fit below 1.7",
    message: (args) =>
      `Agents are told from their namesakes by an identity, which the target does not know: ${counted(args, "places", "place")}.`,
    why: "0.13.6 takes the first agent of that name.",
    fix: orForce("agent-identity-below-1-7", "the first agent of the name gets the work.", newerToTheEnd),
  },
  "sandbox-below-1-7": {
    title: "A sandbox does not fit below 1.7",
    message: () => "The run has a sandbox, and the target does not know these.",
    why: "0.13.6 would make a new one, and the files in this one are lost to the run.",
    fix: orForce("sandbox-below-1-7", "the sandbox is dropped.", newerToTheEnd),
  },
  "tool-identity-below-1-5": {
    title: "Tools that are not found by their bare name do not fit below 1.5",
    message: (args) =>
      `Tools are not found by their bare name, or the tool search was used: ${counted(args, "places", "place")}.`,
    why: "0.10.5 goes by the bare name: the call runs what has that name, by the decisions on that, and its own decision is forgotten. Items of the search are skipped.",
    fix: orForce(
      "tool-identity-below-1-5",
      "such calls count as calls of the bare name, and items of the search are skipped.",
      newerToTheEnd,
    ),
  },
  "bare-keys-dropped": {
    title: "Lookup keys that are bare names, and titles, are dropped below 1.5",
    message: (args) =>
      `Lookup keys that say no more than the name, and titles, are dropped: ${counted(args, "places", "place")}.`,
    why: "0.10.5 goes by the name.",
    fix: nothing,
  },
  "request-ids-dropped": {
    title: "Request ids of the provider are dropped below 1.4",
    message: (args) => `Request ids of the provider are dropped: ${counted(args, "places", "place")}.`,
    why: "0.10.1 does not read them.",
    fix: nothing,
  },
  "reasoning-policy-dropped": {
    title: "The policy to leave out reasoning ids is dropped below 1.2",
    message: () => "The policy to leave out the ids of reasoning items is dropped.",
    why: "0.9.1 sends the ids again.",
    fix: nothing,
  },
  "reasoning-policy-empty-dropped": harmless(
    "A policy about reasoning ids that changes nothing is dropped below 1.2",
    "The policy about ids of reasoning items, which changes nothing, is dropped.",
    "0.9.1 does what it says without it.",
  ),
  "nested-run-below-1-1": {
    title: "A paused nested run does not fit below 1.1",
    message: (args) =>
      `A run nested in this one is paused, and the target does not know nested runs: ${counted(args, "places", "place")}.`,
    why: "0.8.4 starts the inner agent again; an approval of the inner call did not run it.",
    fix: orForce("nested-run-below-1-1", "the inner run is dropped and starts again."),
  },
  "resumes-worse-below": {
    title: "The older release does something with the resume that the newer one does not",
    message: (args) => `In ${args.release} ${worse(args)}: ${args.rule}.`,
    why: "Releases resume the same pause differently, whoever wrote the file; `runstate explain` has the rule, with what happens. The migration changes nothing about it.",
    fix: newerFirst,
  },
});

export const migrateDownSentences = (): Record<DownRule, Sentences> => ({
  ...decisionsDownSentences(),
  ...otherSentences(),
});
