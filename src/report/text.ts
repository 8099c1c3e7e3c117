import type { Output } from "../io.ts";
import type { Standing } from "../judge.ts";
import { plural } from "../plural.ts";
import type { CheckpointResult, Extras, Report, ReportedFinding, Summary } from "./result.ts";
import { isWrong } from "./result-of.ts";
import { countRules, type RuleCounts, ruleCountsText } from "./rule-counts.ts";
import { outlookText, verdictText } from "./standing.ts";
import { table, wrap } from "./terminal/layout.ts";
import { safeName } from "./terminal/name.ts";
import { type Once, tellingOnce } from "./terminal/once.ts";
import type { Paint } from "./terminal/paint.ts";
import { safeText } from "./terminal/safe-text.ts";
import { inputWords, withInput } from "./terminal/shell.ts";

/** Which findings are printed, and how. `quiet`: only what is wrong, which under `strict` a warning is. */
interface FindingSettings {
  readonly quiet: boolean;
  readonly strict: boolean;
  readonly paint: Paint;
  /** Where the checkpoints stand in their wrappers. */
  readonly at?: string | undefined;
}

export interface TextSettings extends FindingSettings {
  readonly sdk: string;
}

function valueText(finding: ReportedFinding): string {
  return finding.value === undefined ? "" : `Value: ${finding.value}`;
}

/** `file:line:column  severity  rule  pointer`, then what is wrong, and once a run what the SDK does and the way out. */
function findingText(
  result: CheckpointResult,
  finding: ReportedFinding,
  out: Output,
  { paint, at }: FindingSettings,
  once: Once,
): string {
  const place = finding.line === null ? "" : `:${finding.line}:${finding.column}`;
  const severity = finding.resume === null ? finding.severity : `resume ${finding.resume}`;
  const known = finding.known === true ? ["known"] : [];
  const head = [
    paint.strong(safeName(result) + place),
    paint[finding.severity](severity),
    finding.rule,
    ...(finding.pointer === "" ? [] : [safeText(finding.pointer)]),
    ...known,
  ];
  const { rule, message, why, fix } = finding;
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => (text === "" ? "" : wrap(safeText(text), out.columns, "  "))).join("");
  const wayOut = () => (fix === "" ? "" : `Way out: ${withInput(fix, inputWords(result, at))}`);
  const advice = once(rule, `${why}\n${fix}`, () => paragraphs([why, wayOut()]));
  return `${head.join("  ")}\n${paragraphs([message])}${advice}${paragraphs([valueText(finding)])}`;
}

function matrix(title: string, cells: Readonly<Record<string, Standing>> | undefined): string {
  if (cells === undefined) return "";
  const rows = Object.entries(cells).map(([name, { verdict, resume }]) => [name, verdict, resume ?? "-"]);
  return table([[title, "loads", "resume"], ...rows], "  ");
}

export function needsText({ requirements }: CheckpointResult): string {
  const { agents, tools, mcpServers, handoffs, contextType, sessionId } = requirements;
  const named = (noun: string, names: readonly string[]) => (names.length === 0 ? [] : [`${noun} ${names.join(", ")}`]);
  return [
    ...named(
      "agents",
      agents.map(({ name, count }) => (count > 1 ? `${name} (${count} of that name)` : name)),
    ),
    ...named("tools", [...new Set(tools.map(({ name }) => name))]),
    ...named("MCP servers", mcpServers),
    ...named("handoffs", handoffs),
    ...named("context", contextType === null ? [] : [contextType]),
    ...named("session", sessionId === null ? [] : [sessionId]),
  ].join("; ");
}

function checkpointText(
  result: CheckpointResult,
  loadedBy: Extras["loadedBy"],
  out: Output,
  settings: TextSettings,
): string {
  const { paint, sdk } = settings;
  const label = result.schemaVersion === null ? "" : ` (schema ${safeText(result.schemaVersion)})`;
  const releases = loadedBy.length === 0 ? "no release known here" : loadedBy.join(", ");
  const needs = needsText(result);
  return [
    `${paint.strong(safeName(result))}  ${verdictText(result, paint)} by ${sdk}${label}${outlookText(result, paint)}\n`,
    needs === "" || result.verdict === "rejected" ? "" : wrap(`needs ${safeText(needs)}`, out.columns, "  "),
    wrap(`loaded by ${releases}`, out.columns, "  "),
    matrix("release", result.sdks),
    matrix("label", result.labels),
    liveText(result, out, paint),
  ].join("");
}

function liveText({ live, verdict }: CheckpointResult, out: Output, paint: Paint): string {
  if (live === undefined) return "";
  const who = `openai-agents ${live.release}, asked live,`;
  if (live.verdict === null) return wrap(`${who} could not be asked about it`, out.columns, "  ");
  const how = [live.error, live.where === null ? null : `in ${live.where}`].filter((part) => part !== null).join(" ");
  const says = `${live.verdict === "accepted" ? "accepts" : "rejects"} it${how === "" ? "" : ` (${how})`}`;
  if (live.agrees !== false) return wrap(`${who} ${says} too`, out.columns, "  ");
  return `  ${paint.error("DISAGREEMENT")}\n${wrap(`here ${verdict}, but ${who} ${says}`, out.columns, "  ")}`;
}

function summaryText(summary: Summary): string {
  const { checkpoints, accepted, rejected, errors, resume, warnings } = summary;
  const found = [plural(errors, "error"), `${resume} about the resume`, plural(warnings, "warning")].join(", ");
  return `${plural(checkpoints, "checkpoint")}: ${accepted} accepted, ${rejected} rejected; ${found}\n`;
}

/** The findings of a result that the settings let through, and how many more there are. The advice of a rule is told as `once` has it. */
export function findingsText(
  result: CheckpointResult,
  omitted: number,
  out: Output,
  settings: FindingSettings,
  once = tellingOnce(),
): string {
  const { quiet, strict, paint } = settings;
  const shown = result.findings.filter(
    ({ severity, known }) => !quiet || (known !== true && isWrong(severity, strict)),
  );
  // Where it is quiet no line of the checkpoint's own follows.
  const whose = quiet ? paint.strong(safeName(result)) : "";
  const more = omitted === 0 ? "" : `${whose}  ${plural(omitted, "more finding")}: --max-findings\n`;
  return shown.map((finding) => findingText(result, finding, out, settings, once)).join("") + more;
}

/** For people and for grep: findings, then the verdict of each checkpoint and which releases load it. */
export function textReport(out: Output, settings: TextSettings): Report {
  const once = tellingOnce();
  const counts: RuleCounts = new Map();
  return {
    add(result, extras) {
      const { loadedBy, omitted, rules } = extras();
      countRules(counts, rules);
      out.write(findingsText(result, omitted, out, settings, once));
      if (settings.quiet) return;
      out.write(`${checkpointText(result, loadedBy, out, settings)}\n`);
    },
    end(summary) {
      if (!settings.quiet && summary.checkpoints > 1) out.write(summaryText(summary) + ruleCountsText(counts));
    },
  };
}
