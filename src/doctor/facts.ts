import type { Document } from "../document/document.ts";
import { isObject, type JsonObject, type Path } from "../document/json.ts";
import { type Judgement, judge } from "../judge.ts";
import type { Agents } from "../outlook/program/agents.ts";
import { type Reader, representativeReaders } from "../readers/releases.ts";
import type { RunReading } from "../reading/reading.ts";
import { runsIn } from "../reading/run/nested-runs.ts";
import type { SdkError } from "./sdk-error.ts";
import type { SessionView } from "./session-view.ts";
import type { CauseId } from "./symptoms.ts";

/** What another release says about the same document. */
export interface OtherReader {
  readonly reader: Reader;
  readonly judgement: Judgement;
}

/** Everything a cause may look at. */
export interface Facts {
  readonly document: Document;
  readonly reader: Reader;
  readonly judgement: Judgement;
  /** The newest release of each schema version, oldest first, the asked reader left out. */
  readonly others: readonly OtherReader[];
  /** The session that a resume would get; null when none was given, or `--session none`. */
  readonly session: SessionView | null;
  readonly detached: boolean;
  readonly agents: Agents | null;
  /** The errors of the SDK that `--error` can mean. */
  readonly errors: readonly SdkError[];
  /** `--assume KEY=VALUE`. */
  readonly assume: ReadonlyMap<string, string>;
}

/** What the newest release of each schema version says, the asked one left out; oldest first. */
export function otherReaders(document: Document, asked: Reader): OtherReader[] {
  return representativeReaders()
    .filter(({ release }) => release !== asked.release)
    .reverse()
    .map((reader) => ({ reader, judgement: judge(document, { reader }) }));
}

/** Whether the error that was given can mean this cause. */
export function errorMeans({ errors }: Facts, cause: CauseId): boolean {
  return errors.some(({ causes }) => causes.includes(cause));
}

/** The root run of a document that the reader takes, else null. */
export function runOf({ judgement }: Facts): RunReading | null {
  return judgement.verdict === "accepted" ? (judgement.reading?.run ?? null) : null;
}

export function stateOf({ document }: Facts): JsonObject {
  return isObject(document.value) ? document.value : {};
}

/** The run, at any depth, that a place of the document belongs to; the innermost one. */
export function runAround(facts: Facts, path: Path): RunReading | null {
  const root = runOf(facts);
  if (root === null) return null;
  const holds = ({ base }: RunReading) => base.every((key, index) => path[index] === key);
  return runsIn(root).findLast(holds) ?? root;
}
