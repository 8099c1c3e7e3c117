// Makes hashes fit again: without this a change of a call or of an item always ends at its stale hash, and nothing behind that is
// compared. The hashes are this tool's, so a wrong one is a rejection by the reader.
import { parseTree, printTree } from "./raw-json.mjs";
import { isBranch } from "./tree.mjs";

/** A step that signs the ledger of tool calls and the references to nested history as `release` hashes them. */
export function signing(core, release) {
  const reader = core.findReader(release);
  return (tree) => {
    const parsed = core.parseDocument(printTree(tree));
    if (!("document" in parsed) || typeof tree.$schemaVersion !== "string") return tree;
    const signed = parseTree(printTree(tree));
    const work = { core, document: parsed.document, state: parsed.document.value, signed };
    const { does } = core.dialectOf(reader, tree.$schemaVersion);
    if (isBranch(work.state?.context) && isBranch(signed.context)) signLedger(work);
    if (Array.isArray(work.state?.session_items)) signRefs(work, does);
    return signed;
  };
}

function signLedger({ core, document, state, signed }) {
  const ledger = isBranch(signed.context.tool_invocations) ? signed.context.tool_invocations : {};
  for (const list of ["generated_items", "session_items"]) {
    if (!Array.isArray(state[list])) continue;
    for (const [index, entry] of state[list].entries()) {
      const raw = entry?.raw_item;
      if (!isBranch(raw) || entry.type === "tool_call_output_item") continue;
      const identity = core.callIdentity(raw, {
        lookupKey: entry.type === "tool_approval_item" ? core.lookupKeyOfApproval(entry, raw) : undefined,
        toolName: entry.tool_name ?? raw.name,
        role: entry.type === "handoff_call_item" ? "handoff" : undefined,
        place: { document, path: [list, index, "raw_item"] },
      });
      if (!isBranch(identity)) continue;
      const completed = hasOutput(state, identity.callId);
      const { type, scope, fingerprint } = identity;
      ledger[identity.callId] = { type, approval_scope: scope, fingerprint, executed: completed, completed };
    }
  }
  signed.context.tool_invocations = ledger;
}

function hasOutput(state, callId) {
  const isOutput = (entry) => entry?.type === "tool_call_output_item" && entry.raw_item?.call_id === callId;
  return ["generated_items", "session_items"].some((list) => Array.isArray(state[list]) && state[list].some(isOutput));
}

/** One reference for the first two items of the session, which become input items; the references that stand there get their digest. */
function signRefs({ core, document, state, signed }, does) {
  const digestOf = (index) => {
    const entry = state.session_items[index];
    if (!isBranch(entry)) return undefined;
    const digest = core.digestSessionItem(entry, does, { document, path: ["session_items", index] });
    return digest.sha256 ?? undefined;
  };
  const refs = [];
  const input = Array.isArray(signed.original_input) ? signed.original_input : [];
  for (const index of [0, 1]) {
    const digest = digestOf(index);
    if (digest === undefined) continue;
    refs.push({ index, input_index: input.length, digest });
    input.push(signed.session_items[index].raw_item ?? null);
  }
  signed.original_input = input;
  signed.nested_history_owned_session_item_refs = refs;
}
