import { type CausePage, withAgents, withFile } from "./page.ts";

/** Causes that keep a release from taking the file, and what the program has to bring along. */
export const readerPages = {
  "javascript-checkpoint": {
    meaning:
      "The file was written by the JavaScript SDK, and a Python release reads it. Both use the key `$schemaVersion`, with labels that look alike and mean different things.",
    rows: ["L"],
    repairs: [],
    advice: "Resume it in the JavaScript SDK. Nothing converts one into the other.",
    example: withFile,
  },
  "label-shortened": {
    meaning:
      "Something between the SDK and the store took the version for a number: 1.10 became 1.1, 1.20 became 1.2, or the quotes are gone. Without quotes every release refuses the file. With the short version it is read by the rules of that version, which drops or refuses what came later, decisions among it. The keys of the file tell which version wrote it.",
    rows: ["L"],
    repairs: [{ id: "relabel-VERSION", does: "writes the version that the keys of the file belong to" }],
    advice:
      "Write the version as it was, and store checkpoints as text, not through columns or forms that know numbers.",
    example: withFile,
  },
  "label-lowered": {
    meaning:
      "The label was changed, and nothing else: decisions with an owner, which came with 1.18, stand under an older one. Up to 0.22.3 the releases do not look for them and ask again; from 0.23.1 on they refuse the file and hide why.",
    rows: ["L"],
    repairs: [
      {
        id: "restore-label",
        does: "writes the lowest label that has these decisions; for an older release it carries the file down from there",
      },
    ],
    advice: "Never change the label alone: `runstate migrate --for-sdk RELEASE` moves the decisions along.",
    example: withFile,
  },
  "newer-than-reader": {
    meaning:
      "The label stands above the newest one that the release reads, so nothing else of the file is looked at. Most often the SDK was rolled back after newer checkpoints were written.",
    rows: ["L"],
    repairs: [
      {
        id: "migrate-down",
        does: "carries the file down to the label that the release writes, if nothing unsafe is lost",
      },
    ],
    advice:
      "Resume with a release that reads the label. Never change the label alone: fields that an older reader does not know, decisions among them, vanish without an error.",
    example: "runstate doctor checkpoint.json --sdk 0.23.1",
  },
  "held-write-before-1-19": {
    meaning:
      "A held write stands under a label below 1.19. Released readers know held writes from 1.19 on, and every one of them refuses the file; a build of the unreleased design wrote it.",
    rows: ["L"],
    repairs: [
      { id: "relabel", does: "raises the label to 1.19, under which the record fits as it stands" },
      { id: "relabel-and-add-response", does: "the same, with the `current_response` that the file proves" },
    ],
    advice:
      "Do not delete the held keys: the write would become an ordinary one, be appended before the guardrails had their say, and the resume would then be refused.",
    example: withFile,
  },
  "held-write-without-response": {
    meaning:
      "A held write has to say which of its items belong to the paused response: `current_response` with the turn and where the response begins in the batch. It is missing.",
    rows: ["L"],
    repairs: [
      {
        id: "add-current-response",
        does: "adds it, where every call of the batch was made by the last model response",
      },
      { id: "relabel-and-add-response", does: "the same below 1.19, with the label" },
    ],
    advice: "Where the file does not prove the boundary, take the checkpoint as the run stored it.",
    example: withFile,
  },
  "write-without-step": {
    meaning:
      "The run is over (`current_step` is null) and still carries a Session write, because its last write failed or a guardrail raised in a run without a session. No release loads the file again, and the record is the only copy of its items.",
    rows: ["L", "X6", "X8"],
    repairs: [{ id: "append-batch", does: "lists what the session lacks of the batch, to be appended by hand" }],
    advice: "Store the batch, then start a new run. Do not repeat the tool, and do not resume the file.",
    example: 'runstate doctor checkpoint.json --error "Run state pending Session write is invalid"',
  },
  "write-keys": {
    meaning:
      "The pending write has keys that its label does not have. The set of keys is closed: four up to 1.17, those of compaction from 1.18 on, those of a held write from 1.19 on.",
    rows: ["L"],
    repairs: [
      { id: "relabel", does: "raises the label to the lowest one that has these keys" },
      { id: "drop-keys", does: "removes what the reader does not have, when nothing rests on it" },
    ],
    advice: "A label that was changed by hand, or a record that was merged, is the usual reason.",
    example: withFile,
  },
  "write-shape": {
    meaning: "A key of the pending write has a value of the wrong kind, or a key that is needed is missing.",
    rows: ["L"],
    repairs: [{ id: "drop-keys", does: "removes keys that the reader does not have, when that makes the record fit" }],
    advice: "`runstate validate` names the key and what has to stand there. Take the checkpoint as the run stored it.",
    example: "runstate validate checkpoint.json",
  },
  "mount-provider-missing": {
    meaning:
      "A mount of the sandbox manifest names a strategy that an extension brings along, and this process has not imported the extension yet. The same file loads once something else has imported it.",
    rows: [],
    repairs: [],
    advice: "Install the provider's package and import its sandbox extension before the first load.",
    example: withFile,
  },
  "agent-missing": {
    meaning:
      "The file refers to agents by name, and the program has no agent of that name within reach of the one it passes: it was renamed, removed, or is no longer handed off to.",
    rows: ["L"],
    repairs: [],
    advice:
      "Keep an agent under the old name until the run has ended, or start a new run. `--agents FILE` compares the names.",
    example: withAgents,
  },
  "same-name-hooks": {
    meaning:
      "Several agents of the program have one name and differ in what the reader cannot order, such as hooks, so that it cannot say which of them the file means.",
    rows: ["L"],
    repairs: [],
    advice: "Give each agent a name of its own before the run. A paused run: resume with the agents as they were.",
    example: 'runstate doctor --error "RunState cannot distinguish same-name agents"',
  },
  "not-a-checkpoint": {
    meaning:
      "The document is no checkpoint: no JSON, something else than an object, or a checkpoint inside of a wrapper.",
    rows: ["L"],
    repairs: [],
    advice: "Take the checkpoint out of its wrapper, or name its place with `--at`. A file that was cut is lost.",
    example: "runstate validate checkpoint.json",
  },
  "native-call-without-name": {
    meaning:
      "The ledger has a finished call of shell, apply_patch, computer or local shell under the name of its tool, and the item of the call has none. A pause of 0.19.4 or older is stored without; resumed in 0.20.0 to 0.24.0 it goes on, and what is saved next is loaded by no release.",
    rows: ["L"],
    repairs: [{ id: "name-the-calls", does: "writes the name into the items, where the hash in the ledger proves it" }],
    advice:
      "A tool under a name of its own is found with `--agents FILE`. Pauses that are not yet resumed: `runstate migrate` names the calls before.",
    example: withFile,
  },
  "refused-by-reader": {
    meaning:
      "A rule of the reader is broken. From 0.20.0 on the SDK hides the words of the error behind one sentence; before, the raw Python error comes through.",
    rows: ["L"],
    repairs: [
      {
        id: "spell-values",
        does: "puts values back in the kind that the reader asks for, where a store made 0 of false, 2.0 of 2, [] of {} or an empty text of null",
      },
      {
        id: "undo-edit",
        does: "makes all copies of a changed call like the one, in the file or the session, that has the hash of the ledger",
      },
      { id: "rename-label", does: "calls the key of the label $schemaVersion again, in the runs inside too" },
      {
        id: "forget-finished-calls",
        does: "removes ledger entries of finished calls that a handoff's input filter took out of the history (0.20.0 to 0.24.0)",
      },
      {
        id: "empty-context",
        does: "puts an empty context where there is none: every decision is taken anew",
      },
    ],
    advice:
      "The first error of `runstate validate` is the one that the SDK meets first; `runstate explain RULE` has its way out.",
    example: "runstate validate checkpoint.json",
  },
  "context-omitted": {
    meaning:
      "The application's context was left out when the file was written, or it came from a class that the reader cannot build. Loading works, or fails under strict context; tools meet an empty or plain context.",
    rows: [],
    repairs: [],
    advice:
      "Give it when loading (`context_override`, or a `context_deserializer`), and a `context_serializer` when saving.",
    example: 'runstate doctor checkpoint.json --error "RunState context was omitted"',
  },
  "tool-missing": {
    meaning:
      "The paused response names a tool, a handoff or an MCP server that the agent of the program does not have. From 0.19.3 on the resume raises for a function tool or a handoff, and inside of a nested run the same call is asked for again and again; calls of shell and patch tools, and everything in older releases, are dropped without a word.",
    rows: [],
    repairs: [],
    advice: "Resume with the tools that the agent had when the run paused, or start a new run.",
    example: withAgents,
  },
  "data-dropped": {
    meaning:
      "The reader drops, ignores or reinterprets something of the file without an error, and the run goes on without it.",
    rows: [],
    repairs: [],
    advice: "`runstate validate` names each place and what goes; `runstate explain RULE` says how to keep it.",
    example: "runstate validate checkpoint.json",
  },
  "not-plain-json": {
    meaning:
      "From 0.20.0 on from_json() takes the very types that json.loads() gives: dict, list, str, int, float, bool and None, and no subclass of them. Anything else, anywhere in the value, is refused with `Error details are redacted`, though the text of the checkpoint is sound.",
    rows: ["L"],
    repairs: [],
    advice:
      "Keep the text that to_string() gives and read it with from_string(). From a store that returns objects: make text of the value first, with integers where the checkpoint has integers.",
    example: 'runstate doctor checkpoint.json --error "Error details are redacted"',
  },
  "refused-by-store": {
    meaning:
      "Python's JSON has NaN and the infinities, and escapes for NUL and for halves of surrogate pairs. The SDK writes and loads them; a jsonb column, or a framework that sends strict JSON, refuses the whole checkpoint.",
    rows: [],
    repairs: [],
    advice:
      "Store the text of to_string() as text or bytes. DynamoDB takes no float either: give it the text, not the dict of to_json().",
    example: 'runstate doctor checkpoint.json --error "unsupported Unicode escape sequence"',
  },
  "state-not-written": {
    meaning:
      "to_string() raised a TypeError or ValueError of Python's json. A context that is a dict is written as it is, and context_serializer is not asked for one, up to 0.24.0; any value in it that is no JSON stops the save.",
    rows: [],
    repairs: [],
    advice:
      "Put only JSON values into such a context. The file that is stored is of an earlier moment: `runstate diff` compares two of them.",
    example: 'runstate doctor --error "Object of type datetime is not JSON serializable"',
  },
  "history-of-another-provider": {
    meaning:
      "Encrypted reasoning can be read by the organization that it was made for, and the API takes item ids of its own form only. A run that is resumed with another provider, organization or key sends both along.",
    rows: [],
    repairs: [],
    advice:
      "Resume with what the run began with. A new run elsewhere: without the reasoning items, and without the ids of the others.",
    example: 'runstate doctor checkpoint.json --error "The encrypted content could not be verified"',
  },
  "older-reader": {
    meaning:
      "This release takes the file, and older ones refuse it or read it differently. It matters when the program that fails runs another release than the one that was asked about.",
    rows: ["L"],
    repairs: [],
    advice:
      "Find the release that runs where it fails, and ask that one with `--sdk`. Resume with one that loads the file, or carry it down: `runstate migrate --for-sdk RELEASE` says what is lost.",
    example: "runstate validate --sdk all checkpoint.json",
  },
} satisfies Record<string, CausePage>;
