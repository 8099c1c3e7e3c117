import type { CheckpointFacts, Position, Turn, WaitingCall } from "../../inspect/facts.ts";
import { plural } from "../../plural.ts";
import { spanOfReleases } from "../../readers/span.ts";
import type { CheckpointResult } from "../result.ts";
import { standingText } from "../standing.ts";
import { table, wrap } from "../terminal/layout.ts";
import type { Paint } from "../terminal/paint.ts";
import { safeText } from "../terminal/safe-text.ts";
import { needsText } from "../text.ts";

const steps: Readonly<Record<string, string>> = {
  next_step_interruption: "waits for decisions",
  next_step_run_again: "asks the model again",
};

/** What the run does next. */
export function nextWords({ step, terminal }: Position): string {
  if (terminal) return "ended for good: no resume goes on from here";
  return step === null ? "no step left: the resume begins a new turn" : (steps[step] ?? step);
}

function span(names: readonly string[]): string {
  return names.length === 0 ? "no release known here" : spanOfReleases(names);
}

/** The turn that the run is in, and how many it may take; empty when the file does not say. */
export function turnWords({ turn, maxTurns, unlimited }: Position): string {
  if (turn === null) return "";
  const limit = maxTurns === null ? "" : ` of ${maxTurns}`;
  return `${turn}${unlimited ? ", no limit" : limit}`;
}

function positionText(position: Position): string {
  const { agent, turn, responseAccepted } = position;
  const parts = [
    agent === null ? "" : `agent ${agent === "" ? "without a name" : agent}`,
    turn === null ? "" : `turn ${turnWords(position)}`,
    nextWords(position),
    responseAccepted ? "a response was accepted and is not processed yet" : "",
  ];
  return parts.filter((part) => part !== "").join("; ");
}

function turnText({ messages, reasoning, calls, responseId }: Turn, at: number): string {
  const parts = [
    messages === 0 ? "" : plural(messages, "message"),
    reasoning === 0 ? "" : `${reasoning} reasoning`,
    ...calls.map(({ tool, callId, state }) => `${tool} ${callId ?? "without id"} (${state})`),
  ];
  const said = parts.filter((part) => part !== "").join(", ");
  return `${at + 1}. ${said === "" ? "nothing" : said}${responseId === null ? "" : `  [${responseId}]`}`;
}

function decisionText({ decision, counts, honouredBy }: WaitingCall): string {
  if (decision === null) return "no decision yet";
  const here = counts ? decision : `${decision}, but it will not count`;
  return honouredBy.length === 0 ? here : `${here}; honoured by ${span(honouredBy)}`;
}

/** What a call is in one line, the decision below it. */
function callsText(calls: readonly WaitingCall[], columns: number): string {
  const rows = calls.map(({ callId, tool, lookup, kind, owner, way }) => {
    const place = way.length === 0 ? "" : `, in the run of ${way.map((id) => id ?? "a call without id").join(" > ")}`;
    return [callId ?? "no id", tool, lookup ?? kind, `owner ${owner ?? "none"}${place}`].map(safeText);
  });
  const heads = table(rows, "  ").split("\n");
  return calls.map((call, at) => `${heads[at]}\n${wrap(safeText(decisionText(call)), columns, "    ")}`).join("");
}

function section(title: string, body: string, paint: Paint): string {
  return body === "" ? "" : `\n${paint.strong(title)}\n${body}`;
}

function writeText({ write, stagedInput }: CheckpointFacts): string[] {
  const lines: string[] = [];
  if (write !== null) {
    const before = write.before === null ? "" : `, ${plural(write.before, "digest")} of what stood before`;
    const session = write.sessionId === null ? "no session named" : `session ${write.sessionId}`;
    lines.push(`${write.record} write of ${plural(write.items, "item")} to ${session}${before}`);
  }
  if (stagedInput > 0) lines.push(`${plural(stagedInput, "item")} of staged input`);
  return lines;
}

function historyText({ history }: CheckpointFacts): string[] {
  if (history === null) return [];
  const { generatedItems, droppedItems, sessionItems, modelResponses, originalInput, characters } = history;
  const dropped = droppedItems === 0 ? "" : ` (${droppedItems} dropped by the reader)`;
  return [
    `${plural(modelResponses, "model response")}, ${plural(generatedItems, "generated item")}, ${plural(sessionItems, "session item")}${dropped}`,
    `original input: ${originalInput}; ${plural(characters, "character")} in all`,
  ];
}

/** The page of one checkpoint; findings are printed behind it. */
export function inspectText(facts: CheckpointFacts, result: CheckpointResult, columns: number, paint: Paint): string {
  const lines = (texts: readonly string[]) => texts.map((text) => wrap(safeText(text), columns, "  ")).join("");
  const label = facts.schemaVersion === null ? "no usable schema version" : `schema ${safeText(facts.schemaVersion)}`;
  const writers =
    facts.writtenBy.length === 0 ? "written by no release known here" : `written by ${span(facts.writtenBy)}`;
  const secrets = facts.secrets.map(({ rule, what, pointer }) => `${what}  ${pointer}  ${rule}`);
  const needs = needsText(result);
  return [
    `${paint.strong(safeText(result.file))}  ${label}, ${writers}\n`,
    `  ${standingText(result, paint)} (asked: ${facts.sdk})\n`,
    wrap(
      facts.loadedBy.length === 0
        ? "loaded by no release known here"
        : `loaded by ${facts.loadedBy.join(", ")} (asked: the newest of each schema version)`,
      columns,
      "  ",
    ),
    section("Where it stands", facts.position === null ? "" : lines([positionText(facts.position)]), paint),
    section("Turns", lines(facts.turns.map(turnText)), paint),
    section("Waiting for a decision", callsText(facts.calls, columns), paint),
    section("Session", lines(writeText(facts)), paint),
    section("History", lines(historyText(facts)), paint),
    section("The program must provide", needs === "" ? "" : lines([needs]), paint),
    section("Secrets inside", lines(secrets), paint),
  ].join("");
}
