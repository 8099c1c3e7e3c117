import type { outlookRules } from "../../rules/outlook.ts";
import type { FindingArgs } from "../finding.ts";
import type { Sentences } from "../sentences.ts";
import { callAtStart, callOf, counted, foundIn, namedBy, plain, restoreValue, textOf, toolOf } from "./wording.ts";

const storeOutput =
  "The tool has had its effect. Find out what it returned and put that as its output behind the other generated items (and session items), then resume: the tool does not run again. Or start a new run. Setting executed to false lets the resume run the tool a second time.";

const takeUpAgain =
  "The tool is an agent: its own run began, and what the file holds of it cannot go on. Mend that run, or take the checkpoint as the run stored it: then the resume goes on with it. Or start a new run.";

const raiseLimit = "Raise max_turns in the file before you resume.";

function turnsOf(args: FindingArgs): string {
  if (args.turn === undefined) return "current_turn has reached max_turns";
  return `current_turn is ${textOf(args, "turn", "")} with max_turns ${textOf(args, "limit", "")}`;
}

/** What keeps an interrupted response from being taken up again. */
export const interruptedSentences = () =>
  ({
    "output-not-committed": {
      title: "A call has run, and its output is not in the file",
      message: (args) =>
        `${callAtStart(args)} is marked as run in the ledger, but none of the generated items is its output.`,
      why: "The tool failed, the process ended before the output was kept, or the run of an agent behind the tool cannot be loaded. Since 0.20.0, under labels from 1.15 on, every resume raises then, whatever was decided, so that no tool runs twice.",
      fix: ({ agent }) => (agent === true ? takeUpAgain : storeOutput),
    },
    "inner-output-not-committed": {
      title: "A call of a nested run has run, and its output is not in the file",
      message: (args) =>
        `${callAtStart(args)} of a nested run is marked as run in the ledger, but none of its generated items is the output.`,
      why: "Since 0.20.0, under labels from 1.15 on, the nested run cannot go on then. The outer run does not see the error: it asks for the same approval again, for ever.",
      fix: ({ agent }) =>
        agent === true
          ? takeUpAgain
          : "The tool has had its effect. Find out what it returned and put that as its output behind the generated items of the nested run, then resume; or start a new run. Setting executed to false runs the tool a second time.",
    },
    "finished-call-unnamed": {
      title: "A finished call that does not name its tool counts as two calls",
      message: (args) =>
        `${callAtStart(args)} has run; its approval or action names ${toolOf(args)}, the call itself names none.`,
      why: "Releases up to 0.19.4 wrote no tool_name to calls of shell, computer and apply_patch. A half-done turn of theirs that a newer release only loaded and saved raises at every resume: the two count as different calls under one id.",
      fix: "Write tool_name into this item as the other has it. Or migrate the file of the older release instead of saving it with the newer one.",
    },
    "inner-finished-call-unnamed": {
      title: "A finished call of a nested run that does not name its tool counts as two calls",
      message: (args) =>
        `${callAtStart(args)} of a nested run has run; its approval or action names ${toolOf(args)}, the call itself names none.`,
      why: "Releases up to 0.19.4 wrote no tool_name to calls of shell, computer and apply_patch. A newer release that only loaded and saved such a file cannot go on with the nested run, and the outer run does not see the error: it asks for the calls that wait again, for ever.",
      fix: "Write tool_name into this item as the other has it. Or migrate the file of the older release instead of saving it with the newer one.",
    },
    "native-call-unnamed": {
      title: "What the run saves after the resume cannot be loaded",
      message: (args) =>
        `${callAtStart(args)} has run, and nothing names its tool: the resume goes on, but what it saves then is refused.`,
      why: "Releases up to 0.19.4 wrote no tool_name to calls of shell, computer and apply_patch. Since 0.20.0 the resume enters them in the ledger under their tool's name, and the reader compares that with the nameless item: a run that pauses once more is lost. One that runs to its end comes to no harm.",
      fix: "Migrate the file before the resume: what is saved then loads.",
    },
    "interruption-without-response": plain(
      "The interrupted response is not in the file",
      "The run is interrupted, and the response that it was interrupted in is missing.",
      "Every resume raises: an interruption needs model_responses and last_processed_response, in all releases. No release writes one without them.",
      "Restore both from a copy of the checkpoint as the run stored it, or start a new run.",
    ),
    "output-without-call": {
      title: "The history has no call for an output that the model is sent",
      message: (args) =>
        args.open === true
          ? `${callAtStart(args)} of the response is in none of the items that the resume starts from, so its output will stand without it.`
          : args.id === ""
            ? "This output names no call."
            : `The call of the output ${namedBy(args, "id", "of", "here")} is in none of the items that the resume starts from.`,
      why: "A call without an output is left out of what the model is sent; an output without its call never is, in all releases, and the API refuses it. A tool whose call is missing runs before that, and a session keeps the output. Up to 0.19.4 a call whose item shares its `id` with a later one of its type is left out too. No release writes it.",
      fix: "Put the call back among the generated items, in front of its output, as a copy of the checkpoint or the model response has it, or its id into the output; or take out the output as well. Items that share an `id`: give each one of its own.",
    },
    "object-printed": plain(
      "A text stands where an object was",
      "This reads like the text that Python prints for an object; the object is not in the file.",
      "What has no JSON is written as str() of it, and loads as that text in all releases. Up to 0.22.3 models and dataclasses that a guardrail returned were written so too. A context with such objects makes RunState.to_string() raise; json.dumps(state.to_json(), default=str) writes it like this.",
      "Build the object again and give it as context_override when loading. For the next run: context_serializer, or a value that is JSON.",
    ),
    "server-output-unsent": {
      title: "An output is taken for sent, and the server never gets it",
      message: (args) =>
        `The output ${namedBy(args, "id", "of", "here")} waits to be sent with the paused response; this release takes it for sent.`,
      why: "The server keeps the conversation, and a resume sends it what is new. Up to 0.14.4 every output that the file has counts as sent; up to 0.22.2 that of a call which is in no list of last_processed_response does, such as the answer to a call of a missing tool. The API then refuses the request: the call has no output.",
      fix: "Resume with 0.22.3 or later, which reads the file too. Or start a new run that sends the output itself.",
    },
    "context-replaced": plain(
      "The application's own context stands where that of the run belongs",
      "context has neither approvals nor usage, which every release writes: it is not the context of the run.",
      "It loads in all releases, without a decision: what was decided is gone, and each waiting call is asked again. The application's context is empty for the tools.",
      'Take the context of the checkpoint as the run stored it. Where it is lost, put {"approvals": {}, "context": …} around what stands there now, and decide each call anew.',
    ),
    "pending-handoff-lost": {
      title: "The handoff beside a waiting call is forgotten",
      message: (args) =>
        `The paused response asks for the handoff ${textOf(args, "name", "to another agent")} too; this release goes on without it.`,
      why: "Releases up to 0.19.2 settle the waiting calls and leave out the handoff: the old agent goes on, and the handoff's call stays without an output, in a session too. From 0.19.3 on it is made.",
      fix: "Resume with 0.19.3 or later, which reads the file too.",
    },
    "waiting-call-edited": {
      title: "A waiting call differs from the call of the response or from its item",
      message: (args) =>
        `${callAtStart(args)} waits with another name or other arguments than another place of the run has it.`,
      why: "Since 0.20.0 a file below 1.15 gets its ledger from the calls it holds, and one id stands for two of them here: once the call is decided, the resume raises. Undecided it is asked again. Up to 0.19.4 the call of the response runs. No release writes it.",
      fix: "Take the call as the run stored it: items and responses have it too. What a person wants changed is no edit of the file: reject the call with a message.",
    },
    "waiting-call-incomplete": {
      title: "A waiting call lacks what tells it from others, and cannot be decided",
      message: (args) =>
        `${callAtStart(args)} waits without its type, its name, its arguments or what else it would do.`,
      why: "Since 0.20.0 RunState.approve and reject raise for such a call, or their decision is not found, and the run asks again and again. Since 0.19.3 a function call that cannot be read makes the run ask again for everything that waits, also for what is decided; older releases go by the id alone. No release writes it.",
      fix: "Take the call as the response of the model has it.",
    },
    "runs-not-as-shown": {
      title: "A call runs otherwise than it waits for approval",
      message: (args) =>
        `${callAtStart(args)} waits otherwise than it stands in the response that made it, and that one runs.`,
      why: "Releases up to 0.19.4 show the call where it waits and run the one of the response, without comparing them. Later ones raise, but for the name of a call of a nested run: the outer run finds it by its id and key. No release writes it.",
      fix: "Take the call as the run stored it, at every place where it stands, and look at it again before you approve it.",
    },
    "waiting-call-listed-twice": {
      title: "A waiting call is listed twice",
      message: (args) => `${callAtStart(args)} stands twice among the calls that wait: nobody can decide it.`,
      why: "Since 0.20.0 state.approve() and state.reject() raise, since the id stands for two calls that wait; undecided it is asked again. Older releases take it as one. No release writes it.",
      fix: "Remove one of the two.",
    },
    "open-call-left-out": {
      title: "A call of the last response has no output, and the run does not wait for it",
      message: (args) =>
        `${callAtStart(args)} of the last response has no output, and current_step does not wait for it.`,
      why: "The step of an interrupted run was lost or removed, or the run was cancelled there. The resume asks the model anew, in all releases: the call is neither run nor asked for, whatever was decided.",
      fix: "Take the step from the checkpoint as the run stored it. If the call is not wanted any more, start a new run.",
    },
    "waiting-id-changed": {
      title: "A waiting call has another id than in the response",
      message: (args) =>
        `The call that waits is called ${textOf(args, "id", "otherwise")}; the response has ${toolOf(args)} under ${textOf(args, "other", "another id")}, which does not wait.`,
      why: "A decision goes to the id that waits, and the call itself never gets it: the run asks again. Up to 0.18.3 an approval also runs the tool once for the id that no call has, and the call itself asks afterwards. No release writes it.",
      fix: "Write the id of the call, as the response has it, where it waits; where a tool masked it, take the checkpoint as the run stored it.",
    },
    "waiting-calls-unlisted": {
      title: "The interrupted run lists no call that waits",
      message: (args) =>
        `current_step lists no call that waits, and ${callOf(args)} of the response has neither an output nor a decision that counts.`,
      why: "state.get_interruptions() is empty, so nothing can be decided before the resume. It pauses at once, in all releases, and only its result lists the calls. Calls that were decided before run as decided, but under labels up to 1.14 releases from 0.20.0 on ask for them anew. A release writes it only when a run failed right after the response to staged input, in a conversation that the server keeps (since 0.20.0).",
      fix: "Resume once and decide the calls that the result lists; or restore the list from a copy of the checkpoint.",
    },
    "rejection-before-callback": {
      title: "A rejected request to a hosted MCP server may be approved by another server's callback",
      message: (args) =>
        `The rejection of ${callOf(args)} counts only if no other hosted MCP server of the agent has on_approval_request.`,
      why: "Up to 0.19.4 a saved request is given to the last hosted MCP server of the agent, whichever made it. A callback there is asked in place of the decision on record, and may approve what was rejected. The file shows another server; its callback is not in the file. Since 0.20.0 the server is found by its label.",
      fix: "Resume with 0.20.0 or later if it reads the file, or leave on_approval_request out for this resume.",
    },
    "waiting-call-forgotten": {
      title: "One of the waiting calls is not listed",
      message: (args) =>
        `current_step lists some waiting calls, and ${callOf(args)}, which waited with them, is not among them.`,
      why: "state.get_interruptions() does not have the call, so it cannot be decided before the resume. All releases run what is decided, then pause again for this call; under labels up to 1.14 those from 0.20.0 on do so even when it was decided. No release writes it.",
      fix: "Resume and decide the call that the result lists; or restore the list from a copy of the checkpoint.",
    },
    "nested-call-left-out": {
      title: "A waiting call of a nested run is left out, whatever is decided",
      message: (args) =>
        `${callAtStart(args)} waits in a nested run of ${namedBy(args, "agent", "agent", "another agent")}, and the response has no call in functions that the run could belong to.`,
      why: "Releases up to 0.19.2 go on without it: the call never runs, and the outer call stays without an output, which the API refuses up to 0.12.1. 0.19.3 and 0.19.4 start the inner agent again; since 0.20.0 the call stays pending for ever. No release writes it.",
      fix: "Take the checkpoint as the run stored it, or start a new run.",
    },
    "nested-call-unlisted": {
      title: "A call of a nested run waits, and the outer run does not list it",
      message: (args) =>
        `${callAtStart(args)} waits in the nested run of ${textOf(args, "outer", "its call")}; the outer run does not list it, and nobody has decided it.`,
      why: "Every release leaves the nested run out then: its outer call stays without an output, which the API refuses, and the run goes on as if it had not been made. No release writes it, but 0.20.0 and later that save a file of 0.19.4 or older again, in which a decision for all calls of a tool of the outer run stood for it.",
      fix: "Put the approval back into the outer run's interruptions as the nested run has it, or take the checkpoint as the run stored it.",
    },
    "field-unusable": {
      title: "A value that the resume cannot work with",
      message: (args) =>
        `${textOf(args, "key", "This field")} is of a kind that the resume cannot work with: found ${foundIn(args)}.`,
      why: "No release checks it while loading. The resume raises a TypeError or the like in all releases: the turn is counted on, compared with max_turns, or the history is sent to the model. Only a tool whose result ends the run can come before that.",
      fix: restoreValue,
    },
    "inner-field-unusable": {
      title: "A value that a nested run cannot go on with once its calls have run",
      message: (args) =>
        `${textOf(args, "key", "This field")} of a nested run is of a kind that its next turn cannot work with: found ${foundIn(args)}.`,
      why: "The calls that wait in the nested run are run or rejected, then it raises, in all releases. The run around it does not see that: it tells the model that an error occurred while running the tool, and what the nested run did is lost.",
      fix: restoreValue,
    },
    "stored-count-carried": {
      title: "The count of stored items goes on into the next turn",
      message: (args) =>
        `The run stopped between two turns, and the Session holds ${counted(args, "count", "item")} of the last one: as many of the next turn are left out of it.`,
      why: "Up to 0.21.1 a resume between two turns takes the count of the last turn for the next one. A call that waits then is not stored, its output is, and the API refuses every later run of that Session. Newer releases begin the count anew. A resume without a Session is not affected.",
      fix: "Set current_turn_persisted_item_count to 0 before the resume (the items of the last turn are in the Session already), or resume with 0.22.0 or later.",
    },
    "stored-count-unusable": {
      title: "The count of stored items is no number",
      message: (args) => `current_turn_persisted_item_count must be a number; found ${foundIn(args)}.`,
      why: "Every release takes it as it is while loading, and raises a TypeError at the first write to a session. Without a session nothing uses it.",
      fix: "Write how many items of the last response the session has: with one that stored the pause, the number of its generated items in the session.",
    },
    "approval-of-another-tool": {
      title: "An approval names another tool than its call",
      message: (args) => `The approval of ${callOf(args)} has a tool_lookup_key with another name than the call.`,
      why: "Since 0.19.3 every resume raises then, whatever was decided. No release writes it.",
      fix: "Write the name of the call into tool_lookup_key, or take the checkpoint as the run stored it.",
    },
    "approval-of-another-agent": {
      title: "A waiting call belongs to another agent than the one at work",
      message: (args) =>
        `${callAtStart(args)} waits for ${namedBy(args, "agent", "agent", "another agent")}, but the response that has it is of ${namedBy(args, "current", "agent", "the current one")}.`,
      why: "Since 0.20.0 a call is settled only with the agent that it names: whatever is decided, the same call is asked again and again, though an approval may run the tool once. Up to 0.19.4 the agent is not compared. No release writes it.",
      fix: "Write the name of current_agent where the call waits, and its identity if it has one; or take the checkpoint as the run stored it.",
    },
    "queued-call-renamed": {
      title: "A waiting call has another name in the response",
      message: (args) =>
        `${callAtStart(args)} waits as ${toolOf(args)}; the response has another tool under its id, which asks for itself.`,
      why: "Up to 0.19.4 the decision goes to the tool that waits, and the one of the response is asked for afterwards; 0.19.3 and 0.19.4 raise when the agent has no tool of that name. Later releases raise at once. No release writes it.",
      fix: "Take the call as the run stored it, at every place where it stands, and look at it again before you approve it.",
    },
    "queued-call-differs": {
      title: "A call of the response differs from what the ledger knows of it",
      message: (args) =>
        `${callAtStart(args)} stands in the response with another name or other arguments than in the ledger.`,
      why: "Since 0.20.0, under labels from 1.15 on, every resume raises then, whatever was decided: the call id would stand for two calls. Only a name that no tool of the program has is passed over. No release writes it.",
      fix: "Take the call as the run stored it, at every place where it stands: items, responses and approvals have it too.",
    },
    "queued-call-incomplete": {
      title: "A call of the response has nothing to run",
      message: (args) => `${callAtStart(args)} stands in the response without its command or its operation.`,
      why: "A shell call needs at least one command, a patch its operation: once the call may run, every release raises. Since 0.20.0 one that lacks the member altogether raises also when it is rejected. No release writes it.",
      fix: "Take the call as the run stored it, at every place where it stands.",
    },
    "queued-call-without-id": {
      title: "A call of the response has no id",
      message: () => "A call of the response has no call_id.",
      why: "Since 0.20.0 every resume raises then, whatever was decided. Older releases lose the call, or run it with an output that nothing asked for. No release writes it.",
      fix: "Take the call as the run stored it, at every place where it stands.",
    },
    "queued-call-untyped": {
      title: "A call of the response has no type that the SDK knows",
      message: (args) => `${callAtStart(args)} stands in the response without a type that the SDK knows.`,
      why: "Since 0.20.0 no decision on such a shell call or patch is found, and the run asks for it again and again. Older releases go by its id alone. No release writes it.",
      fix: "Take the call as the run stored it, at every place where it stands.",
    },
    "custom-call-invalid": {
      title: "A call of a custom tool that the resume cannot read",
      message: (args) =>
        `${callAtStart(args)} of a custom tool lacks its name, its input or its id, or has one of a kind that no call has.`,
      why: "Since 0.21.1 the resume reads the custom calls of the response and of its approvals anew, decided or not, and raises for one that it cannot read. 0.20.0 to 0.21.0 raise once such a call is decided; older releases go by the id alone. No release writes it.",
      fix: "Take the call as the run stored it, at every place where it stands.",
    },
    "queued-call-twice": {
      title: "A call stands twice in the response and runs twice",
      message: (args) => `${callAtStart(args)} stands twice among the calls of last_processed_response.`,
      why: "Up to 0.19.4 each entry is run, whatever the others say; since 0.20.0 entries that say the same count as one. A merge of two saves makes such files, no release does.",
      fix: "Remove one of the two entries, or take the checkpoint as the run stored it.",
    },
    "nested-call-renamed": {
      title: "A call with a nested run names another tool than the one beside it",
      message: (args) =>
        `${textOf(args, "id", "A call")} holds a nested run and names another tool than the one beside it.`,
      why: "Only an edit by hand does this. Since 0.19.3 every resume raises, whatever was decided; older releases go by the tool beside the call.",
      fix: "Restore the name of the call and its tool as the run stored them.",
    },
    "call-id-of-two-calls": {
      title: "One call id stands for two calls",
      message: (args) => `Two different calls of this run are called ${textOf(args, "id", "alike")}.`,
      why: "Some model providers number the calls of each response anew, and releases up to 0.19.4 let them. Since 0.20.0 every resume raises then, whatever was decided. An edit by hand that leaves out one of the places of a call does it too.",
      fix: "Resume with a release up to 0.19.2 that reads the label (0.19.3 and 0.19.4 leave a call out under the id of an older one), or give the older call and its output an id of their own wherever they stand: generated_items, session_items and model_responses. For new runs take a provider or a model wrapper that gives each call its own id.",
    },
    "agent-call-asked-for": {
      title: "A call that waits in a nested run has the id of the agent tool's own call",
      message: (args) =>
        `${textOf(args, "id", "A call")} of ${textOf(args, "tool", "a tool")} waits in a nested run, under the id of the call that the run belongs to.`,
      why: "0.19.3 and 0.19.4 look for decisions by the id alone: once the call is decided they ask for the call of the agent tool, which needs no approval. When that is approved too, the decision on the call inside counts as it was made.",
      fix: "Approve the call of the agent tool when the resume asks for it, or resume with another release. Give calls ids of their own, also in the runs of agents that are tools.",
    },
    "nested-call-id-taken": {
      title: "A call that waits in a nested run has the id of another call of the run around it",
      message: (args) =>
        `${textOf(args, "id", "A call")} of ${textOf(args, "tool", "a tool")} waits in a nested run, and another call of the outermost run has that id.`,
      why: "Files below 1.15 hold no ledger of calls. Since 0.20.0 the resume makes one for the outermost run and holds calls of nested runs against it: it raises where a decision on the waiting call is in the file, since 0.23.1 also where the other call has run and the waiting one is undecided.",
      fix: "Carry the file to 1.15 or later with `runstate migrate`: where the other call has run, it then resumes. Where nothing is decided yet, it is enough to approve or reject the call before the resume. Otherwise resume with 0.19.4 or older. Give calls ids of their own, also in the runs of agents that are tools.",
    },
    "waiting-call-passed-over": {
      title: "A waiting call has the id of an older call and never runs",
      message: (args) =>
        `${textOf(args, "id", "A call")} of ${textOf(args, "tool", "a tool")} waits under the id of an older call that has its output.`,
      why: "0.19.3 and 0.19.4 look for the output by the id alone and take the waiting call for done: once it is decided the run goes on, the tool does not run, the model is told of no rejection, and the call stays without an output. Nothing is logged. Older releases run it, newer ones raise.",
      fix: "Resume with a release up to 0.19.2 that reads the label, or give the older call and its output an id of their own wherever they stand: generated_items, session_items and model_responses.",
    },
    "response-call-unknown": {
      title: "The last response of the model has a call that the run does not know",
      message: (args) =>
        `${callAtStart(args)} is in the last of model_responses, and in no item of the run: another response was worked through.`,
      why: "Since 0.19.3 the resume looks at the calls of that response again: it runs this one, or asks for it, beside those that wait. A merge of two saves, or a row that two runs write, makes such files; an id that was changed in one place does too.",
      fix: "Take the checkpoint as the run stored it, whole.",
    },
    "waiting-call-left-out": {
      title: "A call that waits is not among the actions of the response, and never runs",
      message: (args) => `${callAtStart(args)} waits, but the actions of last_processed_response lack it.`,
      why: "A program without the tool that loads the file and saves it again leaves the action out. Calls of shell and apply_patch and requests of hosted MCP servers (up to 0.21.0 of custom tools too) are looked for nowhere else: whatever is decided, the call does not run, and the model is told nothing of it.",
      fix: "Take the checkpoint as the run stored it, and load it only where the agent has its tools; or start a new run.",
    },
    "answered-call-runs-again": {
      title: "A call that waits has its output already, and runs a second time",
      message: (args) => `${callAtStart(args)} still waits, but this is its output: the tool runs a second time.`,
      why: "A hook that raises after the tool leaves such a file, since 0.20.0. From 0.23.1 on the resume takes the output for nothing when every call of the tool is approved (always_approve) and no decision names this call; releases up to 0.19.2 look at no output of a call that waits. Both outputs are then kept.",
      fix: "Take the call out of the calls that wait (current_step) and keep its output. Deciding this very call instead of all calls of the tool is enough from 0.23.1 on.",
    },
    "finished-call-runs-again": {
      title: "A call of the paused response has lost its output, and runs a second time",
      message: (args) => `${callAtStart(args)} neither waits nor has an output: the resume runs it.`,
      why: "A run pauses when all calls of the response have run but those that wait, so this one has run. Its output was cut out of generated_items, or the reader drops it. Every release runs the call at the resume, also while others still wait, unless its tool asks for approval.",
      fix: "Put the output back into generated_items: session_items, the Session or an earlier save may have it. Or take the call out of last_processed_response.",
    },
    "waiting-call-differs": {
      title: "A waiting call differs from what the ledger knows of it",
      message: (args) =>
        `${callAtStart(args)} waits with another name or other arguments than in the ledger: nobody can decide it.`,
      why: "Since 0.20.0, under labels from 1.15 on, state.approve() and state.reject() raise for it: the call id would stand for two calls. Undecided it is asked again, and a decision that the file holds does not count. No release writes it.",
      fix: "Take the call as the run stored it: items and responses have it too. What a person wants changed is no edit of the file: reject the call with a message.",
    },
    "turns-used-up": {
      title: "The run has used up its turns",
      message: (args) => `The run asks the model next, and no turn is left: ${turnsOf(args)}.`,
      why: "A resumed run goes on with the max_turns of the file; one given to the runner does not count. It raises MaxTurnsExceeded before the model is asked.",
      fix: raiseLimit,
    },
    "last-turn-reached": {
      title: "The run is interrupted in its last turn",
      message: (args) =>
        `${args.level === "nested" ? "A nested run" : "The run"} waits in its last turn: ${turnsOf(args)}.`,
      why: "A resumed run goes on with the max_turns of the file; one given to the runner does not count. What was approved is run, and then MaxTurnsExceeded is raised, unless the tool ends the run (tool_use_behavior). Of a nested run the outer model is told that its tool failed.",
      fix: raiseLimit,
    },
  }) satisfies Partial<Readonly<Record<keyof typeof outlookRules, Sentences>>>;
