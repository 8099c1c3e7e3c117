import { errorsOfCause } from "../doctor/errors.ts";
import { causePages } from "../doctor/pages/index.ts";
import type { CausePage } from "../doctor/pages/page.ts";
import { type CauseId, causeIds, type Symptom, symptoms } from "../doctor/symptoms.ts";

/** An error text behind which a cause hides. */
export interface ErrorFacts {
  /** Its first words. */
  readonly begins: string;
  readonly tells: string;
}

/** One cause of `runstate doctor` in full. */
export interface CauseFacts extends Symptom, CausePage {
  readonly kind: "cause";
  readonly cause: CauseId;
  readonly errors: readonly ErrorFacts[];
}

function causeFacts(cause: CauseId): CauseFacts {
  const errors = errorsOfCause(cause).map(({ begins: [begins = ""], tells }) => ({ begins, tells }));
  const { title, lookFor } = symptoms[cause];
  return {
    kind: "cause",
    cause,
    // The doctor begins a sentence with it, and the list of pages a line.
    title: title.charAt(0).toUpperCase() + title.slice(1),
    lookFor,
    ...causePages[cause],
    errors,
  };
}

/** Every cause, in the order in which the doctor lists equals. */
export function allCauseFacts(): CauseFacts[] {
  return causeIds.map(causeFacts);
}
