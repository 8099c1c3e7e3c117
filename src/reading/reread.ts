import type { Document } from "../document/document.ts";
import type { JsonObject } from "../document/json.ts";
import type { Finding } from "../findings/finding.ts";
import { compareVersions, type Version } from "../readers/range.ts";
import type { Reader } from "../readers/releases.ts";
import { rules } from "../rules/index.ts";
import { readCurrentAgent } from "./agents.ts";
import { readContext } from "./context.ts";
import { readGuardrails } from "./guardrails.ts";
import { readItems } from "./items.ts";
import { auditApprovals, auditCompletedCalls } from "./ledger.ts";
import { type Links, readHistoryRefs, readSessionIndexes } from "./links.ts";
import { readOwnership } from "./ownership.ts";
import type { Pass } from "./pass.ts";
import { readPendingWrite } from "./pending-write.ts";
import { readProcessed } from "./processed.ts";
import { readProgrammaticGate } from "./programmatic.ts";
import { newPass, readNested, readPendingInput, readRequired } from "./read.ts";
import type { ItemsReading, RunReading } from "./reading.ts";
import { readResponses } from "./responses.ts";
import { readSandbox } from "./sandbox.ts";
import { readSmallFields, readTerminalMarker } from "./small-fields.ts";
import { readStep } from "./step.ts";

/** What the reader has against a document that was made, by edits of its value, from one that the same reader
 * accepts: the errors in its order. What is the very same object in both, and is read the same under every label,
 * is not looked at again. No rule about items, responses and their links goes by the label (`rules/history.ts`). */
export function rereadErrors(
  document: Document,
  state: JsonObject,
  reader: Reader,
  label: Version,
  accepted: RunReading,
): Finding[] {
  const pass = newPass(document, state, reader, label, []);
  const same = (...keys: string[]) => keys.every((key) => state[key] === accepted.state[key]);
  const items = (key: "generated_items" | "session_items", before: ItemsReading | null) =>
    same(key) ? before : readItems(pass, state[key], [key]);
  readSandbox(pass);
  readProgrammaticGate(pass);
  readCurrentAgent(pass);
  readContext(pass);
  readRequired(pass);
  readPendingInput(pass);
  if (!same("model_responses")) readResponses(pass);
  const generated = items("generated_items", accepted.generated) as ItemsReading;
  const processed = readProcessed(pass, readNested);
  const session = state.session_items === undefined ? null : items("session_items", accepted.session);
  const history = { generated, session, processed };
  const isOwned = state.current_response_generated_item_ownership !== undefined;
  const sameLists = same("generated_items", "session_items", "generated_session_item_indexes");
  const links: Links = sameLists && !isOwned ? new Map() : readSessionIndexes(pass, history);
  if (!sameLists || !same("nested_history_owned_session_item_refs", "original_input")) readHistoryRefs(pass, history);
  readGuardrails(pass, processed);
  const step = readStep(pass);
  if (step?.type === "next_step_interruption") {
    const known =
      sameLists && same("last_processed_response", "current_step", "current_response_generated_item_ownership");
    if (isOwned && !(known && compareVersions(accepted.label, "1.17") >= 0)) readOwnership(pass, history, step, links);
    auditApprovals(pass, step.approvals);
  }
  readPendingWrite(pass, step);
  readTerminalMarker(pass);
  readSmallFields(pass);
  if (
    !(
      sameLists &&
      same("model_responses", "original_input", "context", "last_processed_response") &&
      isLedgerKnown(accepted)
    )
  ) {
    auditCompletedCalls(pass, { ...history, step, links });
  }
  return errorsOf(pass);
}

/** Below 1.15 the ledger of the file is not what was checked. */
function isLedgerKnown({ label }: RunReading): boolean {
  return compareVersions(label, "1.15") >= 0;
}

function errorsOf({ findings }: Pass): Finding[] {
  return findings.filter(({ rule }) => rules[rule].severity === "error");
}
