import { type Behaviour, behaviours, does } from "../readers/behaviours.ts";
import { inRange, type Version } from "../readers/range.ts";
import type { Reader } from "../readers/releases.ts";
import { type RuleName, rules } from "./index.ts";

/** One reader on documents of one label: which rules hold and what it does. The two axes are resolved here, once. */
export interface Dialect {
  readonly on: Readonly<Record<RuleName, boolean>>;
  readonly does: Readonly<Record<Behaviour, boolean>>;
}

const dialects = new Map<string, Dialect>();

export function dialectOf(reader: Reader, label: Version): Dialect {
  const key = `${reader.release} ${label}`;
  let dialect = dialects.get(key);
  if (dialect === undefined) {
    dialect = resolveDialect(reader, label);
    dialects.set(key, dialect);
  }
  return dialect;
}

function resolveDialect(reader: Reader, label: Version): Dialect {
  // Without a prototype it is a table from the start: an object that grows by two hundred members is slow to make.
  const on = Object.create(null) as Record<RuleName, boolean>;
  const names = Object.keys(rules) as RuleName[];
  // Hundreds of steps of an iterator are hundreds of objects, in each run once more.
  for (let at = 0; at < names.length; at++) {
    const name = names[at] as RuleName;
    const rule = rules[name];
    const mine = rule.draft === undefined || rule.draft === reader.draft;
    on[name] = mine && inRange(reader.behavesLike, rule.readers) && inRange(label, rule.labels);
  }
  const all = {} as Record<Behaviour, boolean>;
  for (const name of Object.keys(behaviours) as Behaviour[]) all[name] = does(name, reader.behavesLike, label);
  // A copy in one piece has fast members; the reading asks for them some hundred times a document.
  return { on, does: { ...all } };
}
