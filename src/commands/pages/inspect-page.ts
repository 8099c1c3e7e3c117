import type { Document } from "../../document/document.ts";
import { listOf } from "../../document/json.ts";
import type { CheckpointFacts } from "../../inspect/facts.ts";
import { timelineOf } from "../../inspect/timeline.ts";
import type { Judgement } from "../../judge.ts";
import type { CheckpointResult } from "../../report/result.ts";
import { itemOf } from "../../session/raw-item.ts";

/** What `inspect` found out. */
export interface Looked {
  readonly judgement: Judgement;
  readonly document: Document | null;
  readonly result: CheckpointResult;
  readonly facts: CheckpointFacts;
  /** Findings that are left out. */
  readonly omitted: number;
}

/** The page of a checkpoint. The code that draws is loaded only here. */
export async function pageOf(looked: Looked, showsValues: boolean): Promise<string> {
  const { judgement, document, result, facts, omitted } = looked;
  const { inspectHtml } = await import("../../report/html/inspect.ts");
  const { hideValues, showValuesOf } = await import("../../report/html/values.ts");
  const run = judgement.reading?.run;
  return inspectHtml({
    facts,
    result,
    omitted,
    turns: run === undefined ? [] : timelineOf(run),
    write: (run?.pendingWrite?.items ?? []).map(itemOf),
    staged: listOf(run?.state.pending_input).map(itemOf),
    show: showsValues && document !== null ? showValuesOf(document) : hideValues,
    showsValues,
  });
}
