import type { Path } from "../document/json.ts";
import { type Finding, type FindingArgs, noArgs } from "../findings/finding.ts";
import type { Reading, RunReading } from "../reading/reading.ts";
import { isTakenUp, openAgentCalls } from "../reading/run/nested-runs.ts";
import { type RuleName, rules } from "../rules/index.ts";
import type { Outlook, Rule } from "../rules/rule.ts";
import { findSecrets } from "../secrets/find.ts";
import { checkAnsweredCalls } from "./calls/answered-calls.ts";
import { checkBrokenCalls } from "./calls/broken-calls.ts";
import { checkEdits } from "./calls/edited-calls.ts";
import { checkHostedRequests } from "./calls/hosted-requests.ts";
import { checkListing } from "./calls/listed-calls.ts";
import { checkDecisions } from "./calls/lost-decisions.ts";
import { checkProgramOutputs } from "./calls/program-outputs.ts";
import { checkAnsweredIds, checkReusedIds } from "./calls/reused-ids.ts";
import { checkTakenIds } from "./calls/taken-ids.ts";
import { standingsOf } from "./decisions/standing.ts";
import { checkHistory } from "./history.ts";
import { checkLabel } from "./label.ts";
import { checkFinishedCalls, checkLedger, checkNamelessCalls } from "./ledger.ts";
import { checkOddFields } from "./odd-fields.ts";
import type { Outlooker } from "./outlooker.ts";
import { checkPrintedObjects } from "./printed-objects.ts";
import type { Agents } from "./program/agents.ts";
import { checkAgentOfLevel, checkAgents } from "./program/unmet-needs.ts";
import { checkRun } from "./run.ts";
import { checkUnsentOutputs } from "./server-conversation.ts";
import { checkWrite } from "./write.ts";

export interface OutlookOptions {
  readonly agents?: Agents | undefined;
  /** Look for e-mail addresses too: nearly every conversation has one, so only those who ask are told. */
  readonly personal?: boolean | undefined;
}

/** What the file alone tells about the resume of documents that load, and what is worth knowing besides: the root run first, then the runs
 * nested in it. In rounds (`judgeEach`), each of some of the checks. */
export function outlookFindings(readings: readonly Reading[], options: OutlookOptions = {}): Finding[][] {
  const levels = readings.map((reading) =>
    openLevel(reading, reading.run, [], options, { here: "fails", around: null }),
  );
  for (const round of rounds) for (const level of levels) round(level);
  return levels.map(({ findings }) => findings);
}

/** What it is for the whole resume that a level raises, or the one around it. */
interface Errors {
  readonly here: Outlook;
  readonly around: Outlook | null;
}

function effectOf(rule: Rule, { here, around }: Errors): Outlook | undefined {
  if (around === null) return undefined;
  if (rule.raisesAround === true) return around;
  return rule.resume === "fails" ? here : undefined;
}

/** One level of a run while its checks are made. */
interface Level {
  readonly outlooker: Outlooker;
  readonly findings: Finding[];
  readonly options: OutlookOptions;
  readonly errors: Errors;
  /** The ledger makes the resume raise. */
  raises: boolean;
}

function openLevel(
  reading: Reading,
  run: RunReading,
  findings: Finding[],
  options: OutlookOptions,
  errors: Errors,
): Level {
  const { on } = run.dialect;
  const report = (rule: RuleName, path: Path, args: FindingArgs = noArgs) => {
    if (!on[rule]) return;
    const resume = effectOf(rules[rule], errors);
    findings.push(resume === undefined ? { rule, path, args } : { rule, path, args, resume });
  };
  const outlooker = { reading, run, standings: standingsOf(reading.document, run), report };
  return { outlooker, findings, options, errors, raises: false };
}

/** All checks of a level, in the order of their findings. */
const rounds: readonly ((level: Level) => void)[] = [
  ({ outlooker }) => {
    checkLabel(outlooker);
    checkOddFields(outlooker);
    checkPrintedObjects(outlooker);
  },
  (level) => {
    const { outlooker } = level;
    checkRun(outlooker, checkListing(outlooker));
    level.raises = checkLedger(outlooker);
    checkFinishedCalls(outlooker);
    checkNamelessCalls(outlooker);
  },
  ({ outlooker }) => {
    checkEdits(outlooker);
    checkBrokenCalls(outlooker);
    checkProgramOutputs(outlooker);
  },
  ({ outlooker }) => {
    checkHistory(outlooker);
    checkUnsentOutputs(outlooker);
    checkReusedIds(outlooker);
    checkAnsweredIds(outlooker);
    checkTakenIds(outlooker);
  },
  ({ outlooker, options, raises }) => {
    if (!raises) checkAnsweredCalls(outlooker);
    checkDecisions(outlooker);
    checkHostedRequests(outlooker);
    checkWrite(outlooker);
    if (options.agents !== undefined) checkAgentOfLevel(outlooker, options.agents);
  },
  checkRoot,
  checkNested,
];

function checkRoot({ outlooker, options }: Level): void {
  const { run, report } = outlooker;
  if (run.base.length > 0) return;
  if (options.agents !== undefined) checkAgents(outlooker, options.agents);
  findSecrets(run.state, report, {
    withPersonal: options.personal ?? false,
    isRepeat: (index) => run.repeats.at(index) !== undefined,
  });
}

function checkNested({ outlooker: { reading, run }, findings, options, errors }: Level): void {
  const inside: Errors = {
    here: run.dialect.does.innerFailureAnswersCall ? "unsafe" : "asks-again",
    around: errors.here,
  };
  for (const { nested } of openAgentCalls(run)) {
    if (!isTakenUp(nested)) continue;
    const level = openLevel(reading, nested, findings, options, inside);
    for (const round of rounds) round(level);
  }
}
