import type { Edit } from "../../document/edits/edit.ts";
import { isObject, type Json } from "../../document/json.ts";
import type { Outcome } from "../../settle/outcome.ts";
import type { Draft, Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { batchFacts, expected, hasIdentity, type Picture, pictureOf, placesOf } from "../picture.ts";
import { clearBefore, dropDraft } from "../repairs/record.ts";
import { generatedItems, type RunItem } from "../session-items.ts";
import { historyMoved, historyReplaced, loneOutputs, noRerun, partlyStored } from "./reconcile-moved.ts";

/** "Cannot reconcile the pending Session write": one sentence of the SDK for seven states of the session. */
export function findReconcile(facts: Facts): Suspect[] {
  const { session: view } = facts;
  const run = runOf(facts);
  const record = run?.pendingWrite == null ? null : (view?.run.record ?? null);
  if (view === null || run === null || record === null || record.held === true) return [];
  const picture = pictureOf(view, record);
  if (record.before === null) return isStoredBefore(picture) ? [alreadyStored(picture)] : [];
  if (view.entry.outcome === "unchanged") return isWrittenTwice(picture) ? [alreadyStored(picture)] : [];
  if (!refused.has(view.entry.outcome)) return [];
  return [suspectIn(picture, () => generatedItems(facts, view))];
}

const refused: ReadonlySet<Outcome> = new Set(["changed", "changed-after-acknowledgement", "ambiguous", "partial"]);

function isStoredBefore({ batchAt, sameId }: Picture): boolean {
  return batchAt >= 0 || (sameId.length > 0 && sameId.every((place) => place >= 0));
}

/** An older copy of the checkpoint was resumed, and its append failed: the batch stood there before. */
function isWrittenTwice({ batchAt, record }: Picture): boolean {
  return batchAt >= 0 && record.items.some((_, index) => hasIdentity(record, index));
}

function suspectIn(picture: Picture, mine: () => readonly RunItem[]): Suspect {
  const { view, batchAt, equal, sameId, beforeAt, record } = picture;
  // In requests of twenty a repeated batch looks half done, although it may stand there in full.
  if (view.entry.outcome === "ambiguous" || (view.entry.outcome === "partial" && batchAt >= 0))
    return ambiguous(picture);
  if (record.acknowledged === true) return acknowledged(picture);
  if (batchAt >= 0) return storedThenMoved(picture);
  if (sameId.every((place, index) => place >= 0 || (equal[index] ?? -1) >= 0)) return otherForm(picture);
  if (equal.some((place, index) => place >= 0 && hasIdentity(record, index)) || sameId.some((place) => place >= 0))
    return partlyStored(picture);
  return beforeAt >= 0 ? historyMoved(picture) : historyReplaced(picture, mine());
}

function ambiguous(picture: Picture): Suspect {
  return {
    id: "write-ambiguous",
    confidence: "certain",
    summary:
      "The end of the session fits both readings, batch written and batch not written, because its items repeat.",
    evidence: [expected(picture), ...batchFacts(picture, "equal to what stood there before")],
    repairs: [
      dropDraft(picture, "Right only when the batch was written: count the copies by the time stamps of the store."),
      clearBefore("Right only when the batch was not written: count the copies by the time stamps of the store."),
    ],
    advice: [noRerun],
  };
}

function acknowledged(picture: Picture): Suspect {
  const { batchAt, view } = picture;
  return {
    id: "acknowledged-then-changed",
    confidence: "certain",
    summary: `The store confirmed the batch, and the session has changed since; ${batchAt >= 0 ? "the batch is still there" : "the batch is no longer there as it was written"}.`,
    evidence: [
      at("/pending_session_write/append_acknowledged", "the append had worked"),
      expected(picture),
      ...placesOf(picture),
    ],
    repairs:
      batchAt >= 0
        ? [dropDraft(picture, "None that is known: the batch is in the session.")]
        : [beforeNullAcknowledged(picture)].filter((draft) => draft !== null),
    advice: [
      noRerun,
      ...(view.traits.kind === "compaction"
        ? ["A compaction may have replaced it: then only the record has to go."]
        : []),
    ],
  };
}

function beforeNullAcknowledged(picture: Picture): Draft | null {
  const { view, record, sameId } = picture;
  if (sameId.some((place) => place >= 0) || loneOutputs(view.items, record.items).length > 0) return null;
  const edit: Edit = { op: "remove", path: ["pending_session_write", "append_acknowledged"] };
  return clearBefore("Only when the batch was removed by mistake; after a compaction it would come back.", [
    { edit, reason: "a confirmed write is never appended again" },
  ]);
}

function storedThenMoved(picture: Picture): Suspect {
  const isLast = picture.batchAt + picture.batch.length === picture.view.items.length;
  return {
    id: "write-stored-then-moved",
    confidence: "certain",
    summary: isLast
      ? "The batch is at the end of the session, and what stood before it has changed: it was cut, compacted or edited. The write had worked."
      : "The batch is in the session, and other items came behind it: the write had worked.",
    evidence: [expected(picture), ...placesOf(picture)],
    repairs: [dropDraft(picture, "None that is known: the batch is in the session.")],
    advice: [
      noRerun,
      ...(goneOn(picture)
        ? [
            "An answer of the model follows the batch: if the run went on from there, this is an older copy; take its newest checkpoint.",
          ]
        : []),
    ],
  };
}

function goneOn({ view, batchAt, batch }: Picture): boolean {
  return view.items
    .slice(batchAt + batch.length)
    .some((item) => isObject(item.value) && item.value.role === "assistant");
}

function otherForm(picture: Picture): Suspect {
  const { view, record, sameId, equal } = picture;
  const differing = sameId.flatMap((place, index) => {
    const item = view.items[place];
    const mine = record.items[index];
    if (place < 0 || (equal[index] ?? -1) >= 0 || item === undefined || mine === undefined) return [];
    const keys = differingKeys(mine.value, item.value);
    return [
      inSession(
        place,
        `the same item, different in ${keys.length === 0 ? "how a number or text is spelled" : keys.join(", ")}`,
      ),
    ];
  });
  return {
    id: "write-stored-in-other-form",
    confidence: "certain",
    summary:
      "The batch is in the session, but not as it was written: the store, or somebody, changed its items, and so their digests.",
    evidence: [expected(picture), ...differing, ...batchFacts(picture, "as the write has it")],
    repairs: [dropDraft(picture, "Compare the two forms first: only ids, a status or spelling should differ.")],
    advice: [noRerun],
  };
}

function differingKeys(a: Json, b: Json): string[] {
  if (!isObject(a) || !isObject(b)) return [];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}

/** `before: null`: the append counts as never tried, and is done without a look at the session. Else what stood there before is the batch. */
function alreadyStored(picture: Picture): Suspect {
  const { batchAt, view, sameId, record } = picture;
  const untried = record.before === null;
  const start = batchAt >= 0 ? batchAt : sameId.reduce((first, place) => Math.min(first, place));
  return {
    id: "write-already-stored",
    confidence: untried ? "certain" : "likely",
    summary: `The batch is in the session already, and the record says that ${untried ? "no append was tried" : "it was there before the append"}: the resume would append it a second time.`,
    evidence: [
      at(
        "/pending_session_write/before",
        untried ? "null: nothing is compared" : "what the session ended with before: it fits",
      ),
      inSession(start, "the batch begins here"),
      ...(view.items.length - 1 > start ? [inSession(view.items.length - 1, "the end of the session")] : []),
    ],
    repairs: [dropDraft(picture, "None that is known: the batch is in the session.")],
    advice: [noRerun],
  };
}
