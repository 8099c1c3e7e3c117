import { named } from "../../named.ts";
import { plural } from "../../plural.ts";
import type { Outcome } from "../../settle/outcome.ts";
import type { SettleResult } from "../../settle/simulate.ts";

/** What an outcome means for the person who resumes. One sentence each. */
const outcomes: Readonly<Record<Outcome, string>> = {
  plain: "No write of an earlier turn is waiting; what this turn makes is stored where it ends.",
  "rejected-at-load": "The SDK refuses the checkpoint; nothing runs and nothing is written.",
  "terminal-unrecoverable": "The run cannot be taken up again; nothing runs and nothing is written.",
  "wrong-session": "The SDK refuses the session; the write stays in the checkpoint.",
  appended: "The batch is written for the first time.",
  committed: "The batch is in the session already; nothing is written twice.",
  unchanged: "The earlier append did not work; the batch is written now.",
  changed: "The session has moved on since the append was tried; a person has to decide.",
  ambiguous: "The session does not tell whether the batch is in it; a person has to decide.",
  partial: "Only a part of the batch is in the session; a person has to decide.",
  "changed-after-acknowledgement":
    "The batch was stored, and the session was changed afterwards; a person has to decide.",
  rides: "The held write stays in the checkpoint; nothing is written yet.",
  "re-parked": "The run pauses again; everything is held back once more.",
  settled: "What was held back is written, calls with their outputs.",
  discarded: "What was held back is dropped: it never reaches the session.",
  tripwire: "A guardrail trips and ends the run; what is stored of the response stands below.",
  "orphaned-output": "An output is stored without its call: the next request over this session is refused.",
  "already-persisted": "The SDK refuses the resume: the paused response is stored already.",
  error: "The resume ends with an error.",
};

export function outcomeSentence(outcome: Outcome): string {
  return outcomes[outcome];
}

/** Where the record went. */
export function recordSentence({ record, recordAfter, outcome }: SettleResult): string {
  if (outcome === "rejected-at-load") return "not read: the checkpoint is refused";
  if (record === "none") return recordAfter === null ? "none, before and after" : `none → ${describe(recordAfter)}`;
  if (recordAfter === null) return `${record} → gone`;
  return `${record} → ${describe(recordAfter)}`;
}

/** Present where the checkpoint that the program can save now would not load; one that is refused as it is has an error that says so. */
export function loadSentence({ reloads, outcome }: SettleResult): string | undefined {
  if (reloads || outcome === "rejected-at-load") return undefined;
  return "A checkpoint that is saved now is refused when it is loaded.";
}

/** Outcomes that leave a run where a person has to do something first. */
const stuck: ReadonlySet<Outcome> = new Set<Outcome>([
  ...(["rejected-at-load", "terminal-unrecoverable", "wrong-session", "already-persisted"] as const),
  ...(["changed", "ambiguous", "partial", "changed-after-acknowledgement", "orphaned-output"] as const),
]);

export function isStuck({ outcome }: SettleResult): boolean {
  return stuck.has(outcome);
}

function describe(record: NonNullable<SettleResult["recordAfter"]>): string {
  const kind = record.held === true ? "held" : "ordinary";
  return `${kind}, ${plural(record.items.length, "item")}`;
}

/** What an API that insists on pairs makes of the session, and what the next fresh run sends of it. One sentence each; none is fine. */
export function troubleOf({ pairing, nextRun }: SettleResult): { readonly bad: string[]; readonly odd: string[] } {
  const bad: string[] = [];
  const odd: string[] = [];
  if (nextRun.refused.length > 0)
    bad.push(`The API refuses the next request: output without its call (${named(nextRun.refused, 5)}).`);
  if (nextRun.looseReasoning.length > 0) {
    bad.push(
      `The API refuses the next request: reasoning without the item it belongs to (${named(nextRun.looseReasoning, 5)}).`,
    );
  }
  if (pairing.duplicates.length > 0) bad.push(`Stored twice: ${named(pairing.duplicates, 5)}.`);
  if (pairing.reusedIds.length > 0) {
    odd.push(`One id for two pairs (${named(pairing.reusedIds, 5)}): the next fresh run sends only the newer values.`);
  }
  if (nextRun.forgotten.length > 0) {
    odd.push(
      `A fresh run over this session forgets ${named(nextRun.forgotten, 5)}: a call without its output is left out in silence.`,
    );
  }
  if (nextRun.cutOff.length > 0) {
    odd.push(
      `Under the session's limit a fresh run leaves out the output of ${named(nextRun.cutOff, 5)} in silence: its call is not among the newest items.`,
    );
  }
  return { bad, odd };
}

/** What the next fresh run sends of a session that the API takes; nothing where it does not. */
export function goodSentences(result: SettleResult): string[] {
  const { bad, odd } = troubleOf(result);
  if (bad.length > 0) return [];
  const whole = odd.length === 0 ? "Pairs are whole" : "The API takes the rest";
  return [`${whole}: the next fresh run sends ${plural(result.nextRun.sent, "item")} of this session.`];
}

/** Why a step happens, behind the step; the message of an error is a sentence of its own. */
export function becauseOf(why: string): string {
  return /^[A-Z].*\.$/.test(why) ? why : `because ${why}`;
}
