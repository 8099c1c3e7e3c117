import { endOfString, type Layout, type LongEnds, layoutOf, OPEN_LIST, OPEN_OBJECT } from "../scan.ts";
import { isList, isVerbatim, type NewJson, spellingOf } from "./new-json.ts";

/** A text under change. What no edit reaches stays a span of its text; a container on the way of an edit is opened, once. */
export type TextNode = SourceNode | NewNode | OpenNode;

interface SourceNode {
  readonly kind: "source";
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** A text, and what is known of its long containers. */
interface Source {
  readonly text: string;
  readonly ends: LongEnds;
}

interface NewNode {
  readonly kind: "new";
  readonly value: NewJson;
}

/** A container whose entries can change. The blanks are those of the text it comes from; undefined where it had none to show. */
export interface OpenNode {
  readonly kind: "open";
  readonly isList: boolean;
  readonly entries: Entry[];
  /** Of an object: the entry that counts for each key. */
  readonly byKey: Map<string, Entry>;
  readonly blanks: Blanks;
  /** It came from verbatim text, whose indentation is that of another place. */
  readonly isForeign: boolean;
}

export interface Blanks {
  /** Behind the opening bracket, behind the first comma, before the closing bracket. */
  readonly first?: string;
  readonly next?: string;
  readonly last?: string;
  /** From a key to its value. */
  readonly colon?: string;
}

export interface Entry {
  readonly key: string;
  /** The text from the key to the value; undefined for a key to be written, "" in a list. */
  readonly head: string | undefined;
  /** Blanks before it when it was not the first, and behind it when it was not the last. */
  readonly lead: string | undefined;
  readonly tail: string;
  node: TextNode;
  isGone: boolean;
}

export function sourceNode(text: string, start: number, end: number): TextNode {
  return { kind: "source", source: sourceOf(text), start, end };
}

function sourceOf(text: string): Source {
  return { text, ends: new Map() };
}

export function newEntry(key: string, value: NewJson): Entry {
  return { key, head: undefined, lead: undefined, tail: "", node: { kind: "new", value }, isGone: false };
}

/** The node as an open container; undefined when it is a scalar. */
export function openNode(node: TextNode): OpenNode | undefined {
  if (node.kind === "open") return node;
  if (node.kind === "source") return openText(node.source, node.start, false);
  const { value } = node;
  if (typeof value !== "object" || value === null) return undefined;
  if (isVerbatim(value)) return openText(sourceOf(spellingOf(value)), 0, true);
  return isList(value)
    ? openEntries(
        "list",
        value.map((child) => newEntry("", child)),
      )
    : openEntries(
        "object",
        Object.entries(value).map(([key, child]) => newEntry(key, child)),
      );
}

function openEntries(kind: "list" | "object", entries: Entry[], blanks: Blanks = {}, isForeign = false): OpenNode {
  const byKey = new Map(kind === "list" ? [] : entries.map((entry) => [entry.key, entry]));
  return { kind: "open", isList: kind === "list", entries, byKey, blanks, isForeign };
}

function openText(source: Source, start: number, isForeign: boolean): OpenNode | undefined {
  const { text, ends } = source;
  const code = text.charCodeAt(start);
  if (code !== OPEN_LIST && code !== OPEN_OBJECT) return undefined;
  const layout = layoutOf(text, start, ends);
  const entries = layout.starts.map((_, index) => entryOf(source, layout, index));
  return openEntries(code === OPEN_LIST ? "list" : "object", entries, blanksOf(text, layout), isForeign);
}

function entryOf(source: Source, layout: Layout, index: number): Entry {
  const { text } = source;
  const start = layout.starts[index] ?? 0;
  const end = layout.ends[index] ?? 0;
  const begin = beginOf(layout, index) ?? start;
  const before = index === 0 ? undefined : layout.ends[index - 1];
  const after = beginOf(layout, index + 1);
  return {
    key: layout.keys?.[index] ?? "",
    head: text.slice(begin, start),
    // Between two entries stand blanks, a comma, blanks.
    lead: before === undefined ? undefined : text.slice(text.indexOf(",", before) + 1, begin),
    tail: after === undefined ? "" : text.slice(end, text.indexOf(",", end)),
    node: { kind: "source", source, start, end },
    isGone: false,
  };
}

/** Where an entry begins: at its key, in a list at its value. */
function beginOf(layout: Layout, index: number): number | undefined {
  return layout.keys === undefined ? layout.starts[index] : layout.keyStarts[index];
}

function blanksOf(text: string, layout: Layout): Blanks {
  const begin = beginOf(layout, 0);
  const end = layout.ends.at(-1);
  if (begin === undefined || end === undefined) return {};
  const second = beginOf(layout, 1);
  const firstEnd = layout.ends[0] ?? 0;
  return {
    first: text.slice(layout.open + 1, begin),
    last: text.slice(end, layout.close - 1),
    ...(second !== undefined && { next: text.slice(text.indexOf(",", firstEnd) + 1, second) }),
    ...(layout.keys !== undefined && { colon: text.slice(endOfString(text, begin), layout.starts[0]) }),
  };
}
