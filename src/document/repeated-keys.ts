import type { Document, Place } from "./document.ts";
import type { Path } from "./json.ts";
import { pointerOf } from "./pointer.ts";
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  decodeString,
  endOfString,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  skipBlank,
} from "./scan.ts";

/** A key that stands more than once in one object. Readers see only the last. */
export interface RepeatedKey {
  readonly path: Path;
  /** Where the value that counts stands. */
  readonly place: Place;
  readonly count: number;
}

/** Longer texts are not looked into: counting their keys would take as long as a tenth of everything else. */
const longestText = 2_000_000;
/** Steps of all paths together: with every key of a long text repeated at a thousand levels, they alone would fill the memory. */
const mostSteps = 1_000_000;

/** The repeated keys. Cheap while there are none: a key of the text ends with `":`, and inside a string no bare quote stands, so
 * as many `":` as the value has members means that no key is hidden (8 µs for 14 kB). Only where the counts differ the text is
 * read. A twin written `"key" :`, in a text that writes all others `"key":`, is not seen, nor any in a text beyond 2 MB, nor those whose
 * paths would make a million steps with the paths before them. */
export function repeatedKeys(document: Document): RepeatedKey[] {
  if (document.text.length > longestText) return [];
  if (countKeys(document.text) === document.shape.members) return [];
  const found: RepeatedKey[] = [];
  for (const { path, count } of findTwins(document.text)) {
    // A twin inside of a value that a later twin hides is no member any more.
    if (document.span(path) !== undefined) found.push({ path, place: document.place(path), count });
  }
  return found;
}

/** Goes from colon to colon: there are four times as many quotes. */
function countKeys(text: string): number {
  let count = 0;
  for (let at = text.indexOf(":"); at !== -1; at = text.indexOf(":", at + 1)) {
    if (text.charCodeAt(at - 1) === QUOTE && text.charCodeAt(at - 2) !== BACKSLASH) count++;
  }
  return count;
}

/** A container on the way: of an object the keys so far, and the step to what is being read. */
interface Frame {
  readonly keys: Map<string, Twin | null> | undefined;
  step: string | number;
}

/** Of a key that has come once there is none: its path would cost, and most keys never come again. */
interface Twin {
  readonly path: Path;
  count: number;
}

interface Twins {
  readonly byPointer: Map<string, Twin>;
  steps: number;
}

function findTwins(text: string): Iterable<Twin> {
  const twins: Twins = { byPointer: new Map(), steps: 0 };
  const stack: Frame[] = [];
  let here = 0;
  while (here < text.length) {
    const code = text.charCodeAt(here);
    const frame = stack.at(-1);
    if (code === QUOTE) {
      const end = endOfString(text, here);
      const isKey = frame?.keys !== undefined && text.charCodeAt(skipBlank(text, end)) === COLON;
      if (isKey) noteKey(decodeString(text, here, end), frame, stack, twins);
      here = end;
      continue;
    }
    if (code === OPEN_OBJECT) stack.push({ keys: new Map(), step: "" });
    else if (code === OPEN_LIST) stack.push({ keys: undefined, step: 0 });
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) stack.pop();
    else if (code === COMMA && typeof frame?.step === "number") frame.step++;
    here++;
  }
  return twins.byPointer.values();
}

function noteKey(key: string, frame: Frame, stack: readonly Frame[], twins: Twins): void {
  frame.step = key;
  const known = frame.keys?.get(key);
  if (known === undefined) frame.keys?.set(key, null);
  else if (known !== null) known.count++;
  else if (twins.steps + stack.length <= mostSteps) {
    twins.steps += stack.length;
    const twin = { path: stack.map(({ step }) => step), count: 2 };
    frame.keys?.set(key, twin);
    twins.byPointer.set(pointerOf(twin.path), twin);
  }
}
