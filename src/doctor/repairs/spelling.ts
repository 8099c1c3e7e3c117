import type { Document } from "../../document/document.ts";
import { isObject, type Json, type Path } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import type { Finding } from "../../findings/finding.ts";
import { type Judgement, judge } from "../../judge.ts";
import { named } from "../../named.ts";
import { serverIds } from "../../outlook/server-conversation.ts";
import { isError } from "../../rules/index.ts";
import type { Draft, RepairEdit } from "../cause.ts";
import { repaired } from "../check.ts";
import type { Facts } from "../facts.ts";

/** More places than this were not changed by a store in passing. */
const mostPlaces = 40;

interface Spelled {
  readonly document: Document;
  readonly judgement: Judgement;
  readonly change: RepairEdit;
}

/** Values that a store or a JSON library gave another kind, back in the kind that the reader asks for: an empty object for an empty list, 0
 * for false, 2.0 for 2, an empty text for null. Each error names one; the reader itself says when all are found. */
export function spellValues(facts: Facts): Draft[] {
  const changes: RepairEdit[] = [];
  let { document, judgement } = facts;
  while (judgement.verdict === "rejected") {
    const error = judgement.findings.find(isError);
    const next = error === undefined || changes.length === mostPlaces ? null : spellOne(facts, document, error);
    if (next === null) return [];
    changes.push(next.change);
    ({ document, judgement } = next);
  }
  if (changes.length === 0) return [];
  changes.push(...serverEdits(document));
  const count = changes.length === 1 ? "one value" : `${changes.length} values`;
  return [
    {
      id: "spell-values",
      summary: `${count} in the kind that the reader asks for: something on the way changed lists, numbers, flags or null`,
      edits: changes,
      risk: "What was changed where the reader does not look stays so. For the next run: store the checkpoint as a text, not as parts of a document.",
    },
  ];
}

/** What only seems to name a conversation of the server, spelled as what it was: null, or false. */
export function clearServerKeys({ document }: Facts): Draft[] {
  const edits = serverEdits(document);
  if (edits.length === 0) return [];
  const names = edits.map(({ edit }) => String(edit.path[0]));
  return [
    {
      id: "no-conversation",
      summary: `${named(names)}: null or false, as of a run without a conversation of the server`,
      edits,
      risk: "None that is known, if the run had no such conversation.",
    },
  ];
}

function serverEdits({ value }: Document): RepairEdit[] {
  const state = isObject(value) ? value : {};
  const spell = (key: string, meant: null | false): RepairEdit => ({
    edit: { op: "replace", path: [key], value: meant },
    reason: "to the SDK it names a conversation that the server keeps",
  });
  const ids = serverIds.filter((key) => state[key] === "").map((key) => spell(key, null));
  const flag = state.auto_previous_response_id;
  const isText = typeof flag === "string" && /^(?:false|0)$/i.test(flag);
  return isText ? [...ids, spell("auto_previous_response_id", false)] : ids;
}

function spellOne({ reader, agents }: Facts, document: Document, error: Finding): Spelled | null {
  for (const value of otherSpellings(document, error.path)) {
    const edit = { op: "replace", path: error.path, value } as const;
    const change = { edit, reason: "the same value in the kind that stands here" };
    const changed = repaired(document, [change]);
    if (changed === null) continue;
    const judgement = judge(changed, { reader, agents: agents ?? undefined });
    const first = judgement.findings.find(isError);
    if (first?.path.join("/") !== error.path.join("/")) return { document: changed, judgement, change };
  }
  return null;
}

function otherSpellings(document: Document, path: Path): Json[] {
  const value = path.length === 0 ? undefined : valueAt(document.value, path);
  if (value === "") return [null];
  if (Array.isArray(value)) return value.length === 0 ? [{}] : [];
  if (isObject(value)) return Object.keys(value).length === 0 ? [[]] : [];
  const flags: readonly Json[] = [0, 1, "0", "1", "false", "true"];
  const flag = flags.includes(value ?? null) ? [value === 1 || value === "1" || value === "true"] : [];
  return [...wholeNumber(document, path, value), ...flag];
}

function wholeNumber(document: Document, path: Path, value: Json | undefined): Json[] {
  if (typeof value === "string") return /^(0|[1-9][0-9]{0,8})$/.test(value) ? [Number(value)] : [];
  const isFraction = /[.eE]/.test(document.numberText(path) ?? "");
  return typeof value === "number" && isFraction && Number.isSafeInteger(value) ? [value] : [];
}
