import type { TextFault } from "../document/text-fault.ts";
import { describeFinding } from "../findings/describe.ts";
import { findingOfFault } from "../judge.ts";
import { shellWord } from "../shell-word.ts";
import { assumeOption, type Cause, type Confidence, type Draft, type Repair, type Suspect } from "./cause.ts";
import { findAgents } from "./causes/agents.ts";
import { findContext } from "./causes/context.ts";
import { findDisagreement } from "./causes/disagreement.ts";
import { findDropped } from "./causes/dropped.ts";
import { findEnded, findMissing } from "./causes/ended.ts";
import { findFinished } from "./causes/finished.ts";
import { findGuardedItems } from "./causes/guarded-items.ts";
import { findHeldCopy } from "./causes/held-copy.ts";
import { findLoneBatch } from "./causes/lone-batch.ts";
import { findLostCall } from "./causes/lost-call.ts";
import { findLoweredLabel } from "./causes/lowered-label.ts";
import { findMixed } from "./causes/mixed.ts";
import { findMounts } from "./causes/mounts.ts";
import { findOlderReader } from "./causes/older-reader.ts";
import { findOtherProvider } from "./causes/other-provider.ts";
import { findPairing } from "./causes/pairing.ts";
import { findPlainJson } from "./causes/plain-json.ts";
import { findProgramNeeds } from "./causes/program.ts";
import { findReasoning } from "./causes/reasoning.ts";
import { findReconcile } from "./causes/reconcile.ts";
import { findRefused } from "./causes/refused.ts";
import { findRefusedWrite } from "./causes/refused-write.ts";
import { findResumeFindings } from "./causes/resume-findings.ts";
import { findServerConversation, findServerGate } from "./causes/server-conversation.ts";
import { findSessionWentOn } from "./causes/session-went-on.ts";
import { findShortenedLabel } from "./causes/shortened-label.ts";
import { findStagedCopy } from "./causes/staged-copy.ts";
import { findStoring } from "./causes/storing.ts";
import { findUndecided } from "./causes/undecided.ts";
import { findWrongSession } from "./causes/wrong-session.ts";
import { type Check, check } from "./check.ts";
import { at } from "./evidence.ts";
import { errorMeans, type Facts } from "./facts.ts";
import type { SdkError } from "./sdk-error.ts";
import { causeIds, symptoms } from "./symptoms.ts";

/** Each is a pure function from the facts. */
const finders: readonly ((facts: Facts) => Suspect[])[] = [
  findShortenedLabel,
  findLoweredLabel,
  findRefused,
  findRefusedWrite,
  findMounts,
  findServerConversation,
  findEnded,
  findWrongSession,
  findReconcile,
  findHeldCopy,
  findLoneBatch,
  findLostCall,
  findPairing,
  findReasoning,
  findMissing,
  findStagedCopy,
  findSessionWentOn,
  findMixed,
  findResumeFindings,
  findDisagreement,
  findGuardedItems,
  findServerGate,
  findAgents,
  findProgramNeeds,
  findContext,
  findFinished,
  findPlainJson,
  findStoring,
  findOtherProvider,
  findUndecided,
  findDropped,
];

/** Why this run does not resume: the likeliest cause first, each with the repairs that passed their own check. */
export function diagnose(facts: Facts): Cause[] {
  const suspects = finders.flatMap((find) => find(facts));
  const isFound = suspects.some(({ confidence }) => confidence !== "possible");
  if (!isFound || errorMeans(facts, "older-reader")) suspects.push(...findOlderReader(facts));
  const causes = suspects.map((suspect) => causeOf(facts, suspect));
  const found = new Set(causes.map(({ id }) => id));
  const unseen = facts.errors.flatMap((error) =>
    error.causes.some((id) => found.has(id)) ? [] : causesOfError(error),
  );
  return withUniqueRepairs(ranked(facts, [...causes, ...unseen]));
}

/** What an error can mean, without a file: each cause with what to look for. */
export function causesOfError({ causes }: SdkError): Cause[] {
  return causes.map((id) => {
    const { title, lookFor } = symptoms[id];
    return {
      id,
      confidence: "possible",
      summary: `${sentence(title)} Look for ${lookFor}.`,
      evidence: [],
      repairs: [],
      advice: [],
    };
  });
}

/** Why a text that is no document does not resume. */
export function causesOfFault(fault: TextFault): Cause[] {
  const { message, why, fix } = describeFinding(findingOfFault(fault), null);
  const evidence = [at("", `line ${fault.line}, column ${fault.column}: ${why}`)];
  return [{ id: "not-a-checkpoint", confidence: "certain", summary: message, evidence, repairs: [], advice: [fix] }];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function causeOf(facts: Facts, suspect: Suspect): Cause {
  const { confidence, repairs = [], advice = [] } = suspect;
  const fits = confidence === "possible" && errorMeans(facts, suspect.id);
  return {
    ...suspect,
    confidence: fits ? "likely" : confidence,
    repairs: repairs.flatMap((draft) => {
      const result = check(facts, draft);
      return result === "fails" ? [] : [repairOf(draft, result)];
    }),
    advice,
  };
}

const lookAgain =
  "a second look at the result with doctor, before it is resumed: over this session something else is wrong too";

function repairOf({ id, summary, edits = [], session = [], risk, needs = [], assumes }: Draft, result: Check): Repair {
  const stated = assumes === undefined ? [] : [`--assume ${assumes.key}=${shellWord(assumeOption(assumes).value)}`];
  const byHand = session.length === 0 ? [] : ["the session changes made by hand"];
  const again = result === "uncovers" ? [lookAgain] : [];
  return {
    id,
    summary,
    edits,
    session,
    risk,
    needs: [...needs, ...stated, ...byHand, ...again],
    assumes: assumes ?? null,
  };
}

const weight: Record<Confidence, number> = { certain: 0, likely: 1, possible: 2 };
const behindCertain = 0.5;
const behindNamed = 10;

/** What the error text names comes first, then by confidence, then in the order of the catalogue. What only the text can mean, and the file
 * shows no trace of, stands behind all that is certain. */
function ranked(facts: Facts, causes: readonly Cause[]): Cause[] {
  const rank = ({ id, confidence, evidence }: Cause) => {
    if (!errorMeans(facts, id)) return behindNamed + weight[confidence];
    return evidence.length > 0 ? weight[confidence] : behindNamed + behindCertain;
  };
  return [...causes].sort((a, b) => rank(a) - rank(b) || causeIds.indexOf(a.id) - causeIds.indexOf(b.id));
}

/** `--apply ID` must mean one repair: the same one under two causes keeps its id. */
function withUniqueRepairs(causes: readonly Cause[]): Cause[] {
  const used = new Map<string, string[]>();
  return causes.map((cause) => ({
    ...cause,
    repairs: cause.repairs.map((repair) => {
      const content = JSON.stringify([repair.edits, repair.session]);
      const others = used.get(repair.id) ?? [];
      if (!others.includes(content)) others.push(content);
      used.set(repair.id, others);
      const place = others.indexOf(content);
      return place === 0 ? repair : { ...repair, id: `${repair.id}-${place + 1}` };
    }),
  }));
}
