import type { Document } from "../document/document.ts";
import type { JsonObject, Path } from "../document/json.ts";
import type { Finding } from "../findings/finding.ts";
import { kindOf } from "../findings/kind-of.ts";
import { itemModels } from "../items/models.ts";
import type { Version } from "../readers/range.ts";
import type { Reader } from "../readers/releases.ts";
import { dialectOf } from "../rules/dialect.ts";
import { isError } from "../rules/index.ts";
import { readCurrentAgent } from "./agents.ts";
import { type Carry, newCarry } from "./carry.ts";
import { readContext } from "./context/context.ts";
import { readGuardrails } from "./history/guardrails.ts";
import { readItems } from "./history/items.ts";
import { type History, noLinks, readHistoryRefs, readSessionIndexes } from "./history/links.ts";
import { mergeItems } from "./history/merged.ts";
import { readOwnership } from "./history/ownership.ts";
import { repeatsOf } from "./history/repeats.ts";
import { readResponses } from "./history/responses.ts";
import { judgeLabel } from "./label.ts";
import { auditApprovals } from "./ledger/audit-approvals.ts";
import { auditCompletedCalls } from "./ledger/completed-calls.ts";
import { type Pass, report } from "./pass.ts";
import { readCopies } from "./processed/nested-approvals.ts";
import { readProcessed } from "./processed/processed.ts";
import { readProgrammaticGate } from "./processed/programmatic.ts";
import type { ItemsReading, Links, Reading, Repeats, RunReading } from "./reading.ts";
import { waitingApprovals } from "./run/interruption.ts";
import { overCalls } from "./run/nested-runs.ts";
import { readSandbox } from "./sandbox.ts";
import { wholeLabel } from "./shortened-label.ts";
import { readSmallFields, readTerminalMarker } from "./small-fields.ts";
import { readStep } from "./step.ts";
import { readPendingWrite } from "./write/pending-write.ts";

/** What is to be read: `state` is the document's object, `label` one that the reader takes. */
export interface Unread {
  readonly document: Document;
  readonly state: JsonObject;
  readonly label: Version;
}

/** Reads checkpoints as one reader does, given the most fitting agents, in rounds (`judgeEach`). Order of checks: `RunState.from_json` and
 * `_build_run_state_from_json` (0.24.0). */
export function readCheckpoints(unread: readonly Unread[], reader: Reader): Reading[] {
  const runs = unread
    .map((one) => openCheckpoint(one, reader))
    .map(readHistory)
    .map(closeRun);
  return runs.map((run, at) => ({ document: (unread[at] as Unread).document, reader, run }));
}

function openCheckpoint({ document, state, label }: Unread, reader: Reader): Opened {
  const pass = newPass(document, state, reader, label, []);
  const whole = wholeLabel(label, state);
  if (whole !== null) report(pass, "label-shortened", ["$schemaVersion"], { label, whole });
  readSandbox(pass);
  return openRun(pass, newCarry(state, null));
}

/** What the reader has against a document that was made, by edits of its value, from one that it accepts: the errors in its order. What
 * is the very same object in both, and is read the same under every label, is not looked at again. */
export function rereadErrors(
  document: Document,
  state: JsonObject,
  reader: Reader,
  label: Version,
  accepted: RunReading,
): Finding[] {
  const pass = newPass(document, state, reader, label, []);
  readSandbox(pass);
  const { findings } = readRun(pass, newCarry(state, accepted));
  return findings.filter(isError);
}

function newPass(document: Document, state: JsonObject, reader: Reader, label: Version, base: Path): Pass {
  const dialect = dialectOf(reader, label);
  return {
    document,
    reader,
    label,
    dialect,
    models: itemModels(reader.openai),
    base,
    state,
    trail: [],
    findings: [],
    errors: 0,
    broken: new Map(),
    integersAt: new Map(),
    programs: null,
  };
}

/** One level, in the order of `_build_run_state_from_json`. `carry` answers for what an earlier reading of the same lists has seen. */
function readRun(pass: Pass, carry: Carry): RunReading {
  return closeRun(readHistory(openRun(pass, carry)));
}

function closeRun({ pass, carry, history, links, isSound }: HistoryReading): RunReading {
  readGuardrails(pass, history.processed);
  const beforeStep = pass.errors;
  const step = readStep(pass);
  const stepBroken = pass.errors > beforeStep;
  let owned = false;
  if (step?.type === "next_step_interruption") {
    owned = carry.owned ?? readOwnership(pass, history, step, links);
    if (auditedWithStep(pass)) auditApprovals(pass, step.approvals);
  }
  const isAuditable = isSound && pass.errors === beforeStep;
  const pendingWrite = readPendingWrite(pass, stepBroken ? "broken" : step);
  const terminal = readTerminalMarker(pass);
  readSmallFields(pass);
  if (isAuditable && !carry.hasLedger) auditCompletedCalls(pass, history, links, step);
  if (step?.type === "next_step_interruption" && !auditedWithStep(pass)) auditApprovals(pass, step.approvals);
  return {
    base: pass.base,
    label: pass.label,
    dialect: pass.dialect,
    state: pass.state,
    findings: pass.findings,
    rejected: pass.errors > 0,
    generated: history.generated,
    session: history.session,
    repeats: history.repeats,
    links,
    processed: history.processed,
    step,
    owned,
    pendingWrite,
    terminal,
  };
}

/** A run of which the part before its history is read. */
interface Opened {
  readonly pass: Pass;
  readonly carry: Carry;
  /** The label is too old for the history. */
  readonly gated: boolean;
  /** The context, with its ledger, or a key that must be there. */
  readonly broken: boolean;
}

function openRun(pass: Pass, carry: Carry): Opened {
  const before = pass.errors;
  readProgrammaticGate(pass);
  const gated = pass.errors > before;
  readCurrentAgent(pass);
  const beforeContext = pass.errors;
  readContext(pass);
  readRequired(pass);
  const broken = pass.errors > beforeContext;
  readPendingInput(pass);
  return { pass, carry, gated, broken };
}

interface HistoryReading {
  readonly pass: Pass;
  readonly carry: Carry;
  readonly history: History;
  readonly links: Links;
  /** Nothing is wrong that a difference between the ledger and the history could come from. */
  readonly isSound: boolean;
}

function readHistory({ pass, carry, gated, broken }: Opened): HistoryReading {
  const { state } = pass;
  const before = pass.errors;
  if (!carry.has("model_responses")) readResponses(pass);
  const generated = carry.generated ?? readItems(pass, state.generated_items, ["generated_items"]);
  const outer = { pass, isOver: overCalls({ dialect: pass.dialect, generated }) };
  const processed = readProcessed(pass, (call, nested, path) => readNested(outer, call, nested, path));
  const repeats = repeatsOf(state, generated);
  const session = carry.session ?? readSession(pass, generated, repeats);
  const merged = session === null ? mergeItems(pass, generated, processed) : [];
  const history = { generated, session, merged, repeats, processed };
  const links = carry.hasLinks && carry.hasLedger ? noLinks : readSessionIndexes(pass, history);
  const isWhole = !gated && state.original_input !== undefined && pass.errors === before;
  if (!carry.hasRefs) readHistoryRefs(pass, isWhole ? history : null);
  // A digest that does not fit may be the fault of the item it speaks of, and so of the call.
  const isSound = !gated && !broken && pass.errors === before;
  return { pass, carry, history, links, isSound };
}

/** The very same list (`document/twin-lists.ts`) of which nothing is dropped is not gone through again. */
function readSession(pass: Pass, generated: ItemsReading, repeats: Repeats): ItemsReading | null {
  const { session_items: session, generated_items: items } = pass.state;
  if (session === undefined) return null;
  const isSame = session === items && Array.isArray(items) && generated.kept.length === items.length;
  return isSame ? { ...generated } : readItems(pass, session, ["session_items"], repeats);
}

/** Pending calls are bound to decisions as soon as there is a ledger. */
function auditedWithStep({ dialect }: Pass): boolean {
  return dialect.does.takesLedger;
}

function readRequired(pass: Pass): void {
  for (const key of ["original_input", "max_turns", "current_turn"]) {
    if (pass.state[key] === undefined) report(pass, "key-missing", [key], { key });
  }
}

function readPendingInput(pass: Pass): void {
  const value = pass.state.pending_input;
  if (value === undefined || Array.isArray(value)) return;
  report(pass, "pending-input-not-a-list", ["pending_input"], { found: kindOf(value) });
}

/** The level around a nested run, as far as it is read. */
interface Outer {
  readonly pass: Pass;
  /** Whether an agent call needs its nested run no more. */
  isOver(call: JsonObject): boolean;
}

/** A nested run goes through the same steps under its own label; if the reader raises inside, the run is dropped
 * (`_restore_pending_nested_agent_tool_runs`). */
function readNested(level: Outer, call: JsonObject, state: JsonObject, path: Path): RunReading | null {
  const { pass: outer } = level;
  const base = [...outer.base, ...path];
  const drop = (at: Path, reason: string) => {
    if (!level.isOver(call)) report(outer, "nested-run-not-loaded", at, { reason });
  };
  const fault = judgeLabel(state, outer.reader);
  if (fault !== null) {
    drop([...path, "$schemaVersion"], fault.rule);
    return null;
  }
  const pass = newPass(outer.document, state, outer.reader, state.$schemaVersion as Version, base);
  const run = readRun(pass, newCarry(state, null));
  const approvals = waitingApprovals(run);
  if (run.rejected) {
    const cause = run.findings.find(isError);
    drop((cause?.path ?? base).slice(outer.base.length), cause?.rule ?? "");
  } else if (approvals.length === 0) report(outer, "nested-run-without-interruptions", path);
  else readCopies(outer, approvals, path);
  return run;
}
