import type { Edit } from "../../document/edit.ts";
import { isObject, type Json } from "../../document/json.ts";
import { dedupeKeyOf } from "../../settle/clean.ts";
import { typeOf } from "../../settle/pairs.ts";
import type { PendingWrite } from "../../settle/record.ts";
import type { Draft, Evidence, RepairEdit, SessionChange, Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { digestsOf, type SessionView } from "../session-view.ts";

const WRITE = "/pending_session_write";

/** Where the batch, and what the session ended with before it, stand in the session: indexes of the first item, -1 for nowhere. */
interface Picture {
  readonly view: SessionView;
  readonly record: PendingWrite;
  readonly session: readonly string[];
  readonly batch: readonly string[];
  readonly before: readonly string[];
  /** Of the whole batch, the last one. */
  readonly batchAt: number;
  readonly beforeAt: number;
  /** For each item of the batch: the place of an equal item, or of one with its id. */
  readonly equal: readonly number[];
  readonly sameId: readonly number[];
}

/** "Cannot reconcile the pending Session write": one sentence of the SDK for seven states of the session. */
export function findReconcile(facts: Facts): Suspect[] {
  const { session: view } = facts;
  const record = runOf(facts)?.pendingWrite == null ? null : (view?.run.record ?? null);
  if (view === null || record === null || record.held === true) return [];
  const picture = pictureOf(view, record);
  if (record.before === null) return isStoredBefore(picture) ? [alreadyStored(picture)] : [];
  const refused = ["changed", "changed-after-acknowledgement", "ambiguous", "partial"].includes(view.entry.outcome);
  if (!refused) return [];
  return [diagnose(picture)];
}

function pictureOf(view: SessionView, record: PendingWrite): Picture {
  const session = digestsOf(view, view.items);
  const batch = digestsOf(view, record.items);
  const before = record.before ?? [];
  const keys = view.items.map(dedupeKeyOf);
  return {
    view,
    record,
    session,
    batch,
    before,
    batchAt: lastRun(session, batch),
    beforeAt: before.length === 0 ? 0 : lastRun(session, before),
    equal: batch.map((digest) => session.lastIndexOf(digest)),
    sameId: record.items.map((item) => {
      const key = dedupeKeyOf(item);
      return key === undefined ? -1 : keys.lastIndexOf(key);
    }),
  };
}

function lastRun(list: readonly string[], part: readonly string[]): number {
  for (let start = list.length - part.length; start >= 0; start--) {
    if (part.every((entry, index) => list[start + index] === entry)) return start;
  }
  return -1;
}

function isStoredBefore({ batchAt, sameId }: Picture): boolean {
  return batchAt >= 0 || (sameId.length > 0 && sameId.every((place) => place >= 0));
}

function diagnose(picture: Picture): Suspect {
  const { view, batchAt, equal, sameId, beforeAt, record } = picture;
  // In requests of twenty a repeated batch looks half done, although it may stand there in full.
  if (view.entry.outcome === "ambiguous" || (view.entry.outcome === "partial" && batchAt >= 0))
    return ambiguous(picture);
  if (record.acknowledged === true) return acknowledged(picture);
  if (batchAt >= 0) return storedThenMoved(picture);
  if (sameId.every((place, index) => place >= 0 || (equal[index] ?? -1) >= 0)) return otherForm(picture);
  if (equal.some((place, index) => place >= 0 && hasIdentity(record, index)) || sameId.some((place) => place >= 0))
    return partlyStored(picture);
  return beforeAt >= 0 ? historyMoved(picture) : historyReplaced(picture);
}

/** Equal messages can be another turn's; a call or an output is itself. */
function hasIdentity({ items }: PendingWrite, index: number): boolean {
  const item = items[index];
  return item !== undefined && dedupeKeyOf(item) !== undefined;
}

function batchFacts({ record }: Picture, fact: string): Evidence[] {
  return record.items
    .slice(0, 10)
    .map(({ value }, index) =>
      at(`${WRITE}/items/${index}${isObject(value) && value.call_id !== undefined ? "/call_id" : ""}`, fact),
    );
}

function expected({ before, view }: Picture): Evidence {
  const count = before.length === 1 ? "1 known item" : `${before.length} known items`;
  return at(
    `${WRITE}/before`,
    `the write expects the session to end with ${before.length === 0 ? "nothing: it was empty" : count}, or with the batch behind them; it has ${view.items.length} items`,
  );
}

/** Removing the record and taking its count over is what the SDK does after a write that it finds in the session. */
function dropRecord({ record, view }: Picture): RepairEdit[] {
  const path = ["current_turn_persisted_item_count"];
  const count: Edit = { op: "add", path, value: record.persistedCount };
  return [
    {
      edit: { op: "remove", path: ["pending_session_write"] },
      reason: "the batch is in the session, nothing is left to write",
    },
    ...(view.run.persistedCount === record.persistedCount
      ? []
      : [{ edit: count, reason: "the count that the write would have left" }]),
  ];
}

function dropDraft(picture: Picture, risk: string): Draft {
  return {
    id: "drop-record",
    summary: "remove the pending write and take its count over; resume then",
    edits: dropRecord(picture),
    session: [],
    risk,
    settles: true,
  };
}

function beforeNull(risk: string): Draft {
  const edit: Edit = { op: "replace", path: ["pending_session_write", "before"], value: null };
  return {
    id: "before-null",
    summary: "before: null, so that the resume appends the batch at the end without comparing",
    edits: [{ edit, reason: "without digests the append counts as never tried" }],
    session: [],
    risk,
    settles: true,
  };
}

const noRerun = "Do not run the completed tool again.";

function ambiguous(picture: Picture): Suspect {
  return {
    id: "write-ambiguous",
    confidence: "certain",
    summary:
      "The end of the session fits both readings, batch written and batch not written, because its items repeat.",
    evidence: [expected(picture), ...batchFacts(picture, "equal to what stood there before")],
    repairs: [
      dropDraft(picture, "Right only when the batch was written: count the copies by the time stamps of the store."),
      beforeNull("Right only when the batch was not written: count the copies by the time stamps of the store."),
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
    evidence: [at(`${WRITE}/append_acknowledged`, "the append had worked"), expected(picture), ...placesOf(picture)],
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
  if (picture.sameId.some((place) => place >= 0)) return null;
  const draft = beforeNull("Only when the batch was removed by mistake; after a compaction it would come back.");
  const edit: Edit = { op: "remove", path: ["pending_session_write", "append_acknowledged"] };
  return { ...draft, edits: [{ edit, reason: "a confirmed write is never appended again" }, ...draft.edits] };
}

function placesOf({ batchAt, batch, view }: Picture): Evidence[] {
  if (batchAt < 0) return [];
  const end = batchAt + batch.length;
  return [
    inSession(batchAt, "the batch begins here"),
    ...view.items
      .slice(end, end + 10)
      .map((item, index) => inSession(end + index, `behind the batch: ${kindOf(item)}`)),
  ];
}

function storedThenMoved(picture: Picture): Suspect {
  return {
    id: "write-stored-then-moved",
    confidence: "certain",
    summary: "The batch is in the session, and other items came behind it: the write had worked.",
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

function partlyStored(picture: Picture): Suspect {
  const { equal, sameId, view, record } = picture;
  const places = equal.map((place, index) =>
    place >= 0 && hasIdentity(record, index) ? place : (sameId[index] ?? -1),
  );
  const here = places.filter((place) => place >= 0).sort((a, b) => a - b);
  const absent = places.flatMap((place, index) => (place < 0 ? [index] : []));
  const end = (here.at(-1) ?? view.items.length - 1) + 1;
  const op = end === view.items.length ? "append" : "insert";
  const additions: SessionChange[] = absent.map((index, offset) => ({
    op,
    at: end + offset,
    item: record.items[index] ?? null,
  }));
  const removals: SessionChange[] = [...here].reverse().map((index) => ({ op: "remove", at: index, item: null }));
  return {
    id: "write-partly-stored",
    confidence: "certain",
    summary: `The session has ${here.length} of the ${record.items.length} items of the batch: the append broke off in between.`,
    evidence: [
      expected(picture),
      ...here.slice(0, 10).map((place) => inSession(place, "of the batch")),
      ...absent.slice(0, 10).map((index) => at(`${WRITE}/items/${index}`, "not in the session")),
    ],
    repairs: [
      {
        id: "complete-batch",
        summary: "add the rest of the batch to the session, and remove the pending write",
        edits: dropRecord(picture),
        session: additions,
        risk: "None that is known when the items stand in their order.",
        settles: true,
      },
      {
        id: "remove-part",
        summary: "remove the part from the session; the resume then appends the whole batch",
        edits: [],
        session: removals,
        risk: "Works only while the session still ends as it did before the write.",
        settles: true,
      },
    ],
    advice: [noRerun],
  };
}

function historyMoved(picture: Picture): Suspect {
  const { beforeAt, before, view, record } = picture;
  const end = beforeAt + before.length;
  const newcomers = view.items.slice(end);
  const removals: SessionChange[] = newcomers.map((_, index) => ({
    op: "remove",
    at: view.items.length - 1 - index,
    item: null,
  }));
  return {
    id: "history-moved",
    confidence: "certain",
    summary: `The batch is not in the session, and ${newcomers.length === 1 ? "an item" : `${newcomers.length} items`} came in behind what the write expects at the end.`,
    evidence: [
      expected(picture),
      ...newcomers
        .slice(0, 20)
        .map((item, index) => inSession(end + index, `in the way: ${kindOf(item)}, unknown to the write`)),
      ...batchFacts(picture, "not in the session yet"),
    ],
    repairs: [
      {
        id: "remove-newcomers",
        summary: "take the newcomers out of the session, resume, and add them again afterwards",
        edits: [],
        session: removals,
        risk: "Keep what you take out; another process may still be writing to this session.",
        settles: true,
      },
      {
        id: "insert-batch",
        summary: "insert the batch before the newcomers by hand, and remove the pending write",
        edits: dropRecord(picture),
        session: record.items.map((item, index) => ({ op: "insert", at: end + index, item })),
        risk: "None that is known: the order is that of the run.",
        settles: true,
      },
      beforeNull("The batch then stands behind the newcomers: an output far from its call."),
    ],
    advice: [noRerun],
  };
}

function historyReplaced(picture: Picture): Suspect {
  const { view } = picture;
  return {
    id: "history-replaced",
    confidence: "certain",
    summary:
      "Neither the batch nor what stood before it is in the session: it was cleared, compacted or edited, or another store answers to the same id.",
    evidence: [
      expected(picture),
      inSession(
        view.items.length === 0 ? null : view.items.length - 1,
        view.items.length === 0 ? "the session is empty" : "what it ends with is unknown to the write",
      ),
      ...batchFacts(picture, "not in the session"),
    ],
    repairs: [beforeNull("Only for the right session: the batch is appended at its end without a comparison.")],
    advice: ["Look whether this is the store that the run used: the id fits, the content does not.", noRerun],
  };
}

/** `before: null`: the append counts as never tried, and is done without a look at the session. */
function alreadyStored(picture: Picture): Suspect {
  const { batchAt, view, sameId } = picture;
  const start = batchAt >= 0 ? batchAt : Math.min(...sameId);
  return {
    id: "write-already-stored",
    confidence: "certain",
    summary:
      "The batch is in the session already, and the record says that no append was tried: the resume would append it a second time.",
    evidence: [
      at(`${WRITE}/before`, "null: nothing is compared"),
      inSession(start, "the batch begins here"),
      ...(view.items.length - 1 > start ? [inSession(view.items.length - 1, "the end of the session")] : []),
    ],
    repairs: [dropDraft(picture, "None that is known: the batch is in the session.")],
    advice: [noRerun],
  };
}

function kindOf(item: { readonly value: Json; readonly text: string }): string {
  const role = isObject(item.value) ? item.value.role : undefined;
  return typeof role === "string" ? `a ${role} message` : (typeOf(item) ?? "an item");
}
