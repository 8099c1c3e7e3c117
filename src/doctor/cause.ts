import type { Edit } from "../document/edits/edit.ts";
import type { Reader } from "../readers/releases.ts";
import type { RuleName } from "../rules/index.ts";
import type { RawItem } from "../session/raw-item.ts";
import type { CauseId } from "./symptoms.ts";

/** `certain`: file and session prove it. `likely`: they fit, and only the program could tell otherwise. `possible`: it depends on something
 * that is not in the inputs. */
export type Confidence = "certain" | "likely" | "possible";

export interface Evidence {
  readonly in: "checkpoint" | "session" | "agents";
  /** RFC 6901; into a session: the index of an item, from the root of the list. */
  readonly pointer: string;
  readonly fact: string;
}

/** One edit of the checkpoint and why. Edits apply one after the other. */
export interface RepairEdit {
  readonly edit: Edit;
  readonly reason: string;
}

/** A change of the session that a person makes by hand. They apply one after the other; `at` counts from 0 in the list as the changes
 * before it left it. `item` is null for a removal. */
export interface SessionChange {
  readonly op: "append" | "insert" | "remove";
  readonly at: number;
  readonly item: RawItem | null;
}

/** What the file does not prove and an operator has to state: `--assume KEY=VALUE`. */
export interface Assumption {
  readonly key: "owner" | "recipient" | "session";
  /** What the file suggests; null: nothing. */
  readonly proposed: string | null;
}

export interface Repair {
  readonly id: string;
  readonly summary: string;
  readonly edits: readonly RepairEdit[];
  readonly session: readonly SessionChange[];
  readonly risk: string;
  readonly needs: readonly string[];
  readonly assumes: Assumption | null;
}

/** A repair before it passed its own check; what it leaves out is empty. */
export interface Draft
  extends Pick<Repair, "id" | "summary" | "risk">,
    Partial<Pick<Repair, "edits" | "session" | "needs">> {
  readonly assumes?: Assumption;
  /** Who must take the result; absent: the reader that was asked. */
  readonly reader?: Reader;
  /** Findings that must be fewer afterwards. */
  readonly cures?: readonly RuleName[];
  /** The resume, refused over this session as it is, must go through afterwards. */
  readonly settles?: boolean;
  /** Call ids that must have a whole pair, once, after the resume. */
  readonly mends?: readonly string[];
  /** Nothing resumes the run afterwards: only the session counts. */
  readonly endsRun?: boolean;
}

/** One reason why a run does not resume as it should. */
export interface Cause {
  readonly id: CauseId;
  readonly confidence: Confidence;
  readonly summary: string;
  readonly evidence: readonly Evidence[];
  readonly repairs: readonly Repair[];
  /** Ways out that are no edits. */
  readonly advice: readonly string[];
}

/** A cause whose repairs are not checked yet; without repairs or advice it has none. */
export interface Suspect extends Omit<Cause, "repairs" | "advice">, Partial<Pick<Cause, "advice">> {
  readonly repairs?: readonly Draft[];
}

const words: Readonly<Record<Assumption["key"], string>> = {
  owner: "AGENT",
  recipient: "SERVER/TOOL",
  session: "SESSION_ID",
};

/** The option that states it: with what the file suggests, else with a word for it. */
export function assumeOption({ key, proposed }: Assumption): { readonly key: string; readonly value: string } {
  return { key, value: proposed ?? words[key] };
}
