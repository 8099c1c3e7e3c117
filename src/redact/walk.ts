import type { Path } from "../document/json.ts";
import { pointerOf } from "../document/pointer.ts";
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  decodeString,
  endOfString,
  endOfValue,
  isBlank,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from "../document/scan.ts";
import { type Zone, zoneBelow } from "./zones.ts";

/** What is done with the tokens of a text. `path` gives the place of the token; it costs. */
export interface Visitor {
  text(start: number, end: number, value: string, zone: Zone, path: () => Path): void;
  number(start: number, end: number, zone: Zone, path: () => Path): void;
  /** Returns the key as paths are to show it. */
  key(start: number, end: number, value: string, zone: Zone, path: () => Path): string;
  /** Pointers below which nothing is visited. */
  readonly keeps: ReadonlySet<string>;
}

interface Frame {
  readonly zone: Zone;
  readonly isList: boolean;
  /** The key or index of the child that is being read; of a list -1 before the first. */
  step: string | number;
  shown: string | number;
  /** Of an object: a value comes next, not a key. */
  hasKey: boolean;
}

interface Walk {
  readonly text: string;
  readonly root: Zone;
  readonly visitor: Visitor;
  readonly frames: Frame[];
  readonly path: () => Path;
}

/** Goes through the tokens of a JSON text in one pass. Every token is visited, also those of repeated keys, which a path cannot name; so
 * nothing that stands in the text is missed. The text need not be valid: what is no token counts as a number. */
export function visitTokens(text: string, root: Zone, visitor: Visitor): void {
  const frames: Frame[] = [];
  const path = () => frames.map(({ shown }) => shown);
  const walk: Walk = { text, root, visitor, frames, path };
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const frame = frames.at(-1);
    if (isBlank(code) || code === COMMA || code === COLON) at++;
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      frames.pop();
      at++;
    } else if (code === QUOTE && frame !== undefined && !frame.isList && !frame.hasKey) {
      const end = endOfString(text, at);
      frame.step = decode(text, at, end);
      frame.hasKey = true;
      frame.shown = frame.step;
      frame.shown = visitor.key(at, end, frame.step, frame.zone, path);
      at = end;
    } else at = visitValue(walk, at);
  }
}

/** Returns the offset behind the value, or behind the bracket that opens it. */
function visitValue({ text, root, visitor, frames, path }: Walk, start: number): number {
  const zone = enter(frames.at(-1), root);
  if (visitor.keeps.size > 0 && visitor.keeps.has(pointerOf(frames.map(({ step }) => step))))
    return endOfValue(text, start);
  const code = text.charCodeAt(start);
  if (code === OPEN_OBJECT || code === OPEN_LIST) {
    const isList = code === OPEN_LIST;
    const step = isList ? -1 : "";
    frames.push({ zone, isList, step, shown: step, hasKey: false });
    return start + 1;
  }
  if (code === QUOTE) {
    const end = endOfString(text, start);
    visitor.text(start, end, decode(text, start, end), zone, path);
    return end;
  }
  const end = Math.max(endOfValue(text, start), start + 1);
  if (!isWord(text, start, end)) visitor.number(start, end, zone, path);
  return end;
}

/** Moves on to the next child of a container, and says in which zone it is. */
function enter(frame: Frame | undefined, root: Zone): Zone {
  if (frame === undefined) return root;
  if (frame.isList) {
    frame.step = Number(frame.step) + 1;
    frame.shown = frame.step;
    return frame.zone;
  }
  frame.hasKey = false;
  return zoneBelow(frame.zone, String(frame.step));
}

function isWord(text: string, start: number, end: number): boolean {
  return end - start <= 5 && /^(?:true|false|null)$/.test(text.slice(start, end));
}

/** A literal that is no string of JSON stands for itself. */
function decode(text: string, start: number, end: number): string {
  try {
    return decodeString(text, start, end);
  } catch {
    return text.slice(start, end);
  }
}
