import { appendAll } from "../append-all.ts";
import type { Document } from "../document/document.ts";
import type { Path } from "../document/json.ts";
import { pointerOf } from "../document/pointer.ts";
import type { Judgement } from "../judge.ts";
import { groupedBy } from "../multimap.ts";
import { idOfCall } from "../python/calls.ts";
import type { RunReading } from "../reading/reading.ts";
import { agentCalls } from "../reading/run/nested-runs.ts";
import { type Difference, parts } from "./difference.ts";
import { allMembers, otherThings } from "./rest.ts";
import { isUnchanged, type Thing } from "./thing.ts";
import { thingsOf } from "./things.ts";

/** One of the two saves, as a reader sees it. */
export interface Side {
  /** Null for a text that is no JSON. */
  readonly document: Document | null;
  readonly judgement: Judgement;
}

/** What differs between two saves of a run, in the order: the run, its parts, the runs nested in it. */
export function diffSides(a: Side, b: Side): Difference[] {
  const differences: Difference[] = [];
  for (const key of ["verdict", "resume"] as const) {
    const [before, after] = [a.judgement[key], b.judgement[key]];
    const name = key === "verdict" ? "verdict" : "outlook of the resume";
    if (before !== after) differences.push({ ...unread, part: "verdict", name, before, after });
  }
  const [one, other] = [a, b].map(({ judgement }) => judgement.reading?.run);
  if (one !== undefined && other !== undefined && a.document !== null && b.document !== null) {
    diffRuns({ document: a.document, run: one }, { document: b.document, run: other }, [], differences);
  } else if (a.document?.text !== b.document?.text) differences.push(unread);
  return differences;
}

/** Of two texts of which this release does not read one: that they are not the same is all that can be told. */
const unread: Difference = {
  part: "other",
  change: "changed",
  run: [],
  name: "the text, which this release does not read",
  pointer: "",
  pointerBefore: "",
  before: null,
  after: null,
};

interface Level {
  readonly document: Document;
  readonly run: RunReading;
}

function diffRuns(a: Level, b: Level, run: readonly string[], into: Difference[]): void {
  const known = into.length;
  appendAll(into, diffThings(thingsOf(a.document, a.run), thingsOf(b.document, b.run), run));
  appendAll(into, diffThings(otherThings(a.run), otherThings(b.run), run));
  const [before, after] = [nestedIn(a), nestedIn(b)];
  for (const [id, level] of before) {
    const other = after.get(id);
    if (other !== undefined) diffRuns(level, other, [...run, id], into);
    else into.push(nested("removed", id, level.run.base, run));
  }
  for (const [id, level] of after) if (!before.has(id)) into.push(nested("added", id, level.run.base, run));
  if (into.length === known && a.document.text !== b.document.text)
    appendAll(into, diffThings(allMembers(a.document, a.run), allMembers(b.document, b.run), run));
}

function nested(change: "added" | "removed", id: string, base: Path, run: readonly string[]): Difference {
  return {
    part: "nested run",
    change,
    run,
    name: `run of ${id}`,
    pointer: pointerOf(base),
    pointerBefore: null,
    before: null,
    after: null,
  };
}

/** The nested runs that the reader loads, by the call that started them; calls may share an id, or have none. */
function nestedIn({ document, run }: Level): Map<string, Level> {
  const found = new Map<string, Level>();
  const seen = new Map<string, number>();
  for (const { nested: inner, call } of agentCalls(run)) {
    const id = idOfCall(call) ?? "a call without id";
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    found.set(times === 1 ? id : `${id} (${times})`, { document, run: inner });
  }
  return found;
}

/** The differences part by part. Things that occur several times are matched in their order. */
function diffThings(before: readonly Thing[], after: readonly Thing[], run: readonly string[]): Difference[] {
  const differences: Difference[] = [];
  const open = groupedBy(before, keyOf);
  const matched = new Map<Thing, Thing>();
  const added: Thing[] = [];
  for (const thing of after) {
    const twin = open.get(keyOf(thing))?.shift();
    if (twin === undefined) added.push(thing);
    else matched.set(twin, thing);
  }
  for (const thing of before) {
    const twin = matched.get(thing);
    if (twin === undefined) differences.push(difference("removed", thing, thing, run));
    else if (!isUnchanged(thing, twin)) differences.push(difference("changed", thing, twin, run));
  }
  for (const thing of added) differences.push(difference("added", thing, thing, run));
  return parts.flatMap((part) => differences.filter((each) => each.part === part));
}

function keyOf({ part, key }: Thing): string {
  return `${part}\n${key}`;
}

function difference(change: Difference["change"], one: Thing, other: Thing, run: readonly string[]): Difference {
  const before = change === "added" ? null : one.told;
  const after = change === "removed" ? null : other.told;
  return {
    part: other.part,
    change,
    run,
    name: other.name,
    pointer: other.pointer,
    pointerBefore: change === "changed" ? one.pointer : null,
    before,
    after,
  };
}
