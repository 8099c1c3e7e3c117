import { inRange, type Range, type Version } from "./range.ts";

/** The releases that do something; with `labels` only in documents of these. */
interface Reach extends Range {
  readonly labels?: Range;
}

/** What a reader does with a part of the document, where releases differ and no rule says it: the releases that do it. A key that a
 * reader does not read is not looked at and gone on its next write. Source: the readers of the releases named, compared one by one. */
export const behaviours = {
  readsSandbox: { since: "0.14.0" },
  cleansSandbox: { since: "0.20.0" },
  gateReadsPendingInput: { since: "0.20.0" },
  /** Agents of one name are told apart by `identity`; before, the name is looked up exactly, an empty one too. */
  readsAgentIdentity: { since: "0.14.0" },
  /** `current_agent` goes through the common look-up; before, it had to be an object with a `name`. */
  resolvesCurrentAgent: { since: "0.20.0" },
  /** The ledger is taken as it stands; under older labels it is made anew from the history, at the very end of the load. */
  takesLedger: { since: "0.20.0", labels: { since: "1.15" } },
  /** Without a ledger in the file a decision is bound to a call that the step lists, and to no other (`_restore_pending_approval_binding`). */
  bindsListedCallsOnly: { since: "0.20.0", labels: { until: "1.14" } },
  readsHostedApprovals: { since: "0.20.0", labels: { since: "1.14" } },
  readsOwnedApprovals: { since: "0.23.1" },
  readsPendingInput: { since: "0.20.0" },
  readsRequestId: { since: "0.10.2" },
  /** A trace keeps the hash of its key beside it, or in place of it. */
  hashesTraceKeys: { since: "0.10.2" },
  /** An object as the input is taken for a list of its keys (`prepare_model_input_items`); before, items were appended to it. */
  listsObjectInput: { since: "0.12.2" },
  /** Program items switch the check of their response off (`_deserialize_model_responses`). */
  skipsProgramResponses: { since: "0.19.0" },
  readsToolSearchItems: { since: "0.11.0" },
  readsInputItems: { since: "0.20.0" },
  readsCustomToolOutputs: { since: "0.14.0" },
  readsProgramOutputs: { since: "0.19.0" },
  /** Its openai package (3) has a field for `async`, called `async_` in Python, and more of what tools may have. */
  readsAsyncTools: { since: "0.21.0" },
  /** 0.24.0 validates calls by field name, so `async_` is the field and not an unknown key. */
  readsCallsByName: { since: "0.24.0" },
  /** Safety checks of a finished computer call are walked; before, they stayed a lazy iterator. */
  walksSafetyChecks: { since: "0.20.0" },
  /** A message may lack its status, whatever else is wrong but present. */
  takesStatuslessMessages: { since: "0.14.0" },
  /** A message may have text as its content and a null status; nothing else may be wrong. */
  takesTextContent: { since: "0.19.0" },
  /** A finished local shell call is found by `call_id`, and what it gave back stays as it is; before, `id` was required, and members that are
   * not declared were left out. */
  localShellOutputByCallId: { since: "0.20.0" },
  /** Up to 0.18.0 `functions` went through the common action loop: anything falsy is an empty list. */
  falsyFunctionsAreEmpty: { until: "0.18.0" },
  functionEntriesMustBeObjects: { since: "0.11.0", until: "0.18.0" },
  /** Up to 0.10.5 a function action is found by `tool/name` alone, a handoff by `handoff/tool_name` without looking at kinds. */
  findsFunctionsByToolName: { until: "0.10.5" },
  readsCustomActions: { since: "0.14.0" },
  /** A computer is also found by the name that its tool has for the model (`_build_named_tool_map`). */
  findsComputerByShortName: { since: "0.11.0" },
  /** A custom call without a name is compared with the one that waits, and differs; later it is refused by itself. */
  comparesNamelessCalls: { since: "0.20.0", until: "0.21.0" },
  /** A waiting call of a custom tool that the agent has no more is looked for again; before, it was dropped. */
  reconcilesMissingCustomTools: { since: "0.21.1" },
  readsNestedRuns: { since: "0.9.1" },
  /** All runs share the decisions of the outermost one. */
  sharesDecisions: { until: "0.19.4" },
  /** A nested call that nobody has decided is held against the ledger of the outermost run (`get_approval_status`). */
  comparesOpenNestedCalls: { since: "0.23.1" },
  /** A call that the step lists is one of a nested run when both do the same with the same tool (`_approval_items_match`); before, when
   * both are alike. */
  matchesNestedCalls: { since: "0.20.0" },
  /** A call of a nested run that belongs to the agent of the run around it is asked for by both (`_approval_matches_agent`). */
  asksForOwnAgentsCalls: { since: "0.20.0" },
  /** An agent tool answers its call with the error that its run raises, and that run is gone. Since 0.20.0 the run waits on, and the run
   * around it asks for its calls again (`Agent.as_tool`, `record_agent_tool_resume_state`). */
  innerFailureAnswersCall: { until: "0.19.4" },
  bindsMcpByToolName: { until: "0.19.4" },
  /** A handoff beside calls that wait is made when the run goes on. */
  takesUpHandoffs: { since: "0.19.3" },
  /** In a conversation that the server keeps, every output of the file counts as sent, also those of the paused response; later only those
   * whose call the response does not list (`hydrate_from_state`). */
  takesOutputsForSent: { until: "0.14.4" },
  readsMcpBindings: { since: "0.23.1" },
  readsSessionIndexes: { since: "0.19.0" },
  readsHistoryRefs: { since: "0.19.0" },
  readsRunAgain: { since: "0.20.0" },
  readsResponseAccepted: { since: "0.20.0" },
  /** 0.24.0: local tool outputs behind the processed items may be missing in the session items. */
  ownershipToleratesLocalOutputs: { since: "0.24.0" },
  readsOwnership: { since: "0.22.1", labels: { since: "1.17" } },
  readsPendingWrite: { since: "0.22.1" },
  readsWriteCompaction: { since: "0.23.1", labels: { since: "1.18" } },
  readsHeldWrite: { since: "0.24.0", labels: { since: "1.19" } },
  readsTerminalMarker: { since: "0.22.1" },
  /** Calls in history are fingerprinted at every label. */
  fingerprintsCalls: { since: "0.20.0" },
  /** A run item takes `created_by` along when it becomes an input item (and so into its digest). */
  conversionKeepsCreatedBy: { until: "0.22.0" },
  /** The digest of an input item includes `created_by`. */
  digestKeepsCreatedBy: { until: "0.22.3" },
  /** The sticky side of a decision no longer beats the call's own. */
  ownDecisionBeatsSticky: { since: "0.21.1" },
  /** A sticky decision of a function tool counts only with an owner. */
  stickyNeedsOwner: { since: "0.23.1" },
  /** A waiting function call that has its output already runs again unless it is rejected. */
  runsAnsweredCalls: { until: "0.19.2" },
  /** It runs again when all calls of its tool are approved and no decision names it. */
  runsAnsweredStickyCalls: { since: "0.23.1" },
  /** Of items of one type and `id` only the last is sent to the model; since then calls are told apart by `call_id` (`_dedupe_key`). */
  keepsOneOfEachItemId: { until: "0.19.4" },
  readsCustomData: { since: "0.17.6" },
  /** Usage counts the tokens written to the cache. */
  countsCacheWrites: { since: "0.18.1" },
  /** It tells them apart by how long they are kept (`openai` 3). */
  splitsCacheWrites: { since: "0.21.0" },
} satisfies Record<string, Reach>;

export type Behaviour = keyof typeof behaviours;

export function does(behaviour: Behaviour, release: Version, label: Version): boolean {
  const reach: Reach = behaviours[behaviour];
  return inRange(release, reach) && inRange(label, reach.labels);
}
