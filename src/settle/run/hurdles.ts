import type { Document } from "../../document/document.ts";
import type { JsonObject, Path } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { describeFinding } from "../../findings/describe.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Judgement } from "../../judge.ts";
import { pendingCallOf } from "../../outlook/decisions/decisions.ts";
import type { RunReading } from "../../reading/reading.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import { queuedCalls, queuedFunctions } from "../../reading/run/queued.ts";
import type { RuleName } from "../../rules/index.ts";
import { settleBehaviourOf } from "../behaviour.ts";

/** Where a resume stumbles: as the program decides, before the session is looked at, once the paused turn is taken up, when the call that
 * `pointer` is in was decided, or when the nested call `id` was not. */
export type HurdleKind = "deciding" | "start" | "turn" | "decided-turn" | "open-turn";

export interface Hurdle {
  readonly kinds: readonly HurdleKind[];
  readonly message: string;
  /** Of a call that waits, or below it; else of what is wrong. */
  readonly pointer: string;
  readonly id: string;
}

/** What the outlook knows of the turn that is taken up, besides decisions that do not count. */
export interface Hurdles {
  readonly raises: readonly Hurdle[];
  /** Ids of calls that have no answer at the end of the turn, whatever is decided: they are asked for again. */
  readonly asked: ReadonlySet<string>;
  /** Ids of calls in nested runs that nothing there runs: asked for again once they are approved. */
  readonly lacking: ReadonlySet<string>;
  /** The run pauses again even where every listed call is answered. */
  readonly pauses: boolean;
  /** Ids of calls that run once more although their output is there. */
  readonly again: ReadonlySet<string>;
  /** Calls of the paused response that lost their output: they run once more, whatever is decided about those that wait. */
  readonly rerun: readonly JsonObject[];
}

export const noHurdles: Hurdles = {
  raises: [],
  asked: new Set(),
  lacking: new Set(),
  pauses: false,
  again: new Set(),
  rerun: [],
};

/** Each was resumed with 0.24.0 over a session and a pending write: what is stored when it raises says which kind it is. */
const raising: Partial<Record<RuleName, readonly HurdleKind[]>> = {
  "output-not-committed": ["turn"],
  "finished-call-unnamed": ["turn"],
  "queued-call-differs": ["turn"],
  "queued-call-incomplete": ["turn"],
  "queued-call-without-id": ["turn"],
  "custom-call-invalid": ["turn"],
  "call-id-of-two-calls": ["turn"],
  "interruption-without-response": ["turn"],
  "program-output-blocks": ["turn"],
  "response-not-processed": ["turn"],
  "approval-of-another-tool": ["deciding", "turn"],
  "waiting-calls-alike": ["deciding", "turn"],
  "waiting-call-edited": ["decided-turn"],
  "waiting-call-differs": ["deciding"],
  "waiting-call-listed-twice": ["deciding"],
  "waiting-call-incomplete": ["deciding"],
};

const asking: ReadonlySet<RuleName> = new Set([
  ...(["approval-of-another-agent", "waiting-id-changed", "waiting-calls-unlisted", "waiting-call-forgotten"] as const),
  ...(["nested-run-missing", "approval-lost", "inner-output-not-committed", "inner-finished-call-unnamed"] as const),
  ...(["nested-call-blocks", "queued-call-untyped", "inner-tool-not-defined"] as const),
]);

/** Of a judgement with its outlook; a judgement without one has no hurdles. */
export function hurdlesOf({ findings, reading }: Judgement): Hurdles {
  if (reading === null || reading.run.step === null) return noHurdles;
  const { document, run } = reading;
  const raises = findings.flatMap((finding) => hurdleOf(document, finding));
  const again = findings.filter(asksAgain);
  const { asksBeforeForeignTool } = settleBehaviourOf(reading.reader);
  const open = again.filter(({ rule }) => rule !== "approval-of-another-agent" || asksBeforeForeignTool);
  const repeated = findings.filter(({ rule, path }) => rule === "answered-call-runs-again" && !isNested(path));
  return {
    raises,
    asked: new Set(open.flatMap((finding) => askedBy(run, finding))),
    lacking: new Set(findings.filter(isLacking).map(({ args }) => String(args.id))),
    pauses: again.length > 0,
    again: new Set(repeated.map(({ args }) => String(args.id))),
    rerun: rerunCalls(run, findings),
  };
}

/** Played with 0.22.3 and 0.24.0: also when the run pauses again. What a computer or a local shell gives back has no likeness here. */
function rerunCalls(run: RunReading, findings: readonly Finding[]): JsonObject[] {
  const lost = findings.filter(({ rule, path }) => rule === "finished-call-runs-again" && !isNested(path));
  if (lost.length === 0) return [];
  const calls = queuedCalls(run);
  return lost
    .map(({ args }) => calls.get(String(args.id)))
    .filter((call) => call !== undefined)
    .filter(({ type }) => type !== "computer_call" && type !== "local_shell_call");
}

function hurdleOf(document: Document, finding: Finding): Hurdle[] {
  const kinds = isNested(finding.path) ? kindsInside(finding) : kindsOf(finding);
  if (kinds === undefined) return [];
  const { path, args } = finding;
  return [
    { kinds, message: describeFinding(finding, document).message, pointer: pointerOf(path), id: String(args.id) },
  ];
}

function kindsOf({ rule, path }: Finding): readonly HurdleKind[] | undefined {
  const unread = rule === "field-unusable" && path[0] === "original_input";
  return unread ? ["start"] : raising[rule];
}

/** Of a nested run: what makes the run around it raise. */
function kindsInside({ rule, resume, args }: Finding): readonly HurdleKind[] | undefined {
  if (rule === "nested-call-id-taken") return args.decided === true ? ["turn"] : ["open-turn"];
  return resume === "fails" ? ["turn"] : undefined;
}

/** A nested run that raises is taken for one that still waits. */
function asksAgain(finding: Finding): boolean {
  return !isLacking(finding) && (asking.has(finding.rule) || finding.resume === "asks-again");
}

/** Of a nested run: a waiting call that nothing runs, and that a rejection answers. */
function isLacking({ rule, path }: Finding): boolean {
  return lacking.has(rule) && isNested(path) && path.includes("current_step");
}

/** Each was resumed with 0.22.3 and 0.24.0, or its like in an outer run. */
const lacking: ReadonlySet<RuleName> = new Set(["inner-tool-not-defined", "mcp-call-without-binding"]);

function isNested(path: Path): boolean {
  return path[0] === "last_processed_response" && path[3] === "agent_run_state";
}

/** The call that the finding names, and of a nested run the call in the response that it belongs to; all that wait where one blocks them. */
function askedBy(run: RunReading, { rule, path, args }: Finding): string[] {
  if (rule === "nested-call-blocks" && !isNested(path) && isInterrupted(run))
    return run.step.approvals.flatMap((approval) => pendingCallOf(approval).callId ?? []);
  const outer = isNested(path) ? queuedFunctions(run).find((entry) => entry.path[2] === path[2]) : undefined;
  return [args.id, outer?.call.call_id].filter((id) => typeof id === "string");
}
