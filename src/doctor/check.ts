import type { Document } from "../document/document.ts";
import { applyEdits } from "../document/edits/apply-to-text.ts";
import { unlessLost } from "../document/edits/lost.ts";
import { parseDocument } from "../document/parse.ts";
import { type Judgement, judge } from "../judge.ts";
import type { Reader } from "../readers/releases.ts";
import { rules } from "../rules/index.ts";
import { outlooks } from "../rules/rule.ts";
import type { RawItem } from "../session/raw-item.ts";
import { type Pairing, pairingOf } from "../settle/items/pairing.ts";
import type { Draft, RepairEdit, SessionChange } from "./cause.ts";
import type { Facts } from "./facts.ts";
import { decideAll, type SessionView, viewAgain } from "./session-view.ts";

/** The document with these edits made; null when one of them leads nowhere. */
export function repaired(document: Document, edits: readonly RepairEdit[]): Document | null {
  if (edits.length === 0) return document;
  const changes = edits.map(({ edit }) => edit);
  const text = unlessLost(() => applyEdits(document.text, changes));
  if (text === null) return null;
  const parsed = parseDocument(text);
  return "document" in parsed ? parsed.document : null;
}

/** The session with the changes made. */
export function changeSession(items: readonly RawItem[], changes: readonly SessionChange[]): RawItem[] {
  const changed = [...items];
  for (const { op, at, item } of changes) {
    if (op === "remove") changed.splice(at, 1);
    else if (item !== null) changed.splice(op === "append" ? changed.length : at, 0, item);
  }
  return changed;
}

/** `uncovers`: the file resumes again, and the resume then breaks the session for a reason of its own, which could not be seen before. */
export type Check = "passes" | "uncovers" | "fails";

/** A repair that does not pass its own check is not offered: the reader must take the result, its outlook must not be worse, and over the
 * session the resume must do what the repair promises and bring nothing that is not there without it. */
export function check(facts: Facts, draft: Draft): Check {
  const { edits = [], reader = facts.reader } = draft;
  const result = repaired(facts.document, edits);
  if (result === null) return "fails";
  const judgement = edits.length === 0 ? facts.judgement : judge(result, { reader, agents: facts.agents ?? undefined });
  if (edits.length > 0 && !isBetter(facts.judgement, judgement, draft)) return "fails";
  return facts.session === null ? "passes" : checkOver(facts.session, draft, judgement, reader);
}

function isBetter(before: Judgement, after: Judgement, { cures = [] }: Draft): boolean {
  if (after.verdict === "rejected") return false;
  const count = ({ findings }: Judgement, rule: string) => findings.filter((finding) => finding.rule === rule).length;
  if (!cures.every((rule) => count(after, rule) < count(before, rule))) return false;
  if (cures.length > 0 && raisesNew(before, after)) return false;
  if (before.verdict === "rejected" || before.resume === null || after.resume === null) return true;
  // A held record that a repair adds makes the outlook depend on its session: that is the point of it.
  return outlooks.indexOf(after.resume) <= Math.max(outlooks.indexOf(before.resume), outlooks.indexOf("depends"));
}

/** A fault of the resume that was not there before: then one was only exchanged for another. */
function raisesNew(before: Judgement, after: Judgement): boolean {
  const known = new Set(before.findings.map(({ rule }) => rule));
  return after.findings.some(({ rule }) => {
    const { severity, resume } = rules[rule];
    return severity === "resume" && resume !== "depends" && !known.has(rule);
  });
}

function checkOver(view: SessionView, draft: Draft, judgement: Judgement, reader: Reader): Check {
  const { session = [], mends = [] } = draft;
  const items = changeSession(view.items, session);
  const before = problemsOf(pairingOf(view.items));
  if (draft.endsRun === true) return isFine(problemsOf(pairingOf(items)), before, mends) ? "passes" : "fails";
  const next = viewAgain(view, items, judgement, reader);
  const { entry } = next;
  if (entry.error !== null) return draft.settles !== true && entry.outcome === view.entry.outcome ? "passes" : "fails";
  // What the write itself brings along, whoever settles it, is no fault of the repair.
  const batch = pairingOf([...items, ...(next.run.record?.items ?? [])]);
  const checks = decisionsAt(next).map((decide): Check => {
    const end = decideAll(next, decide);
    const unrepaired = decideAll(view, decide);
    if (end.error !== null) return draft.settles !== true && end.outcome === unrepaired.outcome ? "passes" : "fails";
    const known = [...before, ...problemsOf(unrepaired.pairing), ...problemsOf(batch)];
    if (isFine(problemsOf(end.pairing), known, mends)) return "passes";
    const isFileOnly = draft.settles !== true && session.length === 0 && mends.length === 0;
    return isFileOnly && unrepaired.error !== null ? "uncovers" : "fails";
  });
  return worst.find((one) => checks.includes(one)) ?? "passes";
}

const worst: readonly Check[] = ["fails", "uncovers"];

function decisionsAt({ run }: SessionView): readonly ("approve" | "reject")[] {
  return run.step === "next_step_interruption" ? ["approve", "reject"] : ["approve"];
}

/** Outputs without call and items written twice, as `kind id`. */
function problemsOf({ outputsWithoutCall, duplicates }: Pairing): string[] {
  return [...outputsWithoutCall.map((id) => `orphan ${id}`), ...duplicates.map((id) => `twice ${id}`)];
}

function isFine(problems: readonly string[], known: readonly string[], mends: readonly string[]): boolean {
  const [old, mended] = [new Set(known), new Set(mends)];
  return problems.every((problem) => old.has(problem) && !mended.has(problem.slice(problem.indexOf(" ") + 1)));
}
