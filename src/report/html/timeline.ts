import type { Path } from "../../document/json.ts";
import type { CheckpointFacts, TurnCall, WaitingCall } from "../../inspect/facts.ts";
import type { TimelineItem, TimelineTurn } from "../../inspect/timeline.ts";
import { plural } from "../../plural.ts";
import { decisionOf, wayText } from "./calls.ts";
import { badge, code, type Html, text, valueBlock } from "./text.ts";
import type { ShowValue } from "./values.ts";

/** Turns that are drawn: the first and the last ones. */
const first = 20;
const last = 200;

const stateBadges = {
  done: badge("good", "done"),
  waiting: badge("plain", "paused"),
  open: badge("plain", "no output yet"),
} as const;

/** What an item says, at the first of its usual fields that is there. */
function said(show: ShowValue, item: Path, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = show([...item, field]);
    if (value !== undefined && value !== "null") return value;
  }
  return undefined;
}

function nestedList(calls: readonly WaitingCall[]): Html {
  if (calls.length === 0) return "";
  const rows = calls.map(
    (call) =>
      `<li>${code(call.tool)} ${call.callId === null ? "" : code(call.callId)} ${decisionOf(call)}${wayText(call.way.slice(1))}</li>`,
  );
  return `<div class="nested"><p>Inside, the run of this call waits for:</p><ul>${rows.join("")}</ul></div>`;
}

/** The colour of a card: finished, or what was decided. */
function cardKind(state: TurnCall["state"], waiting: WaitingCall | undefined): string {
  if (waiting === undefined) return state === "done" ? "good" : "open";
  return waiting.counts ? (waiting.decision === "approved" ? "good" : "bad") : "odd";
}

function callCard(item: TimelineItem, call: TurnCall, waiting: readonly WaitingCall[], show: ShowValue): Html {
  const { callId, tool, state } = call;
  const own = waiting.find((other) => other.way.length === 0 && other.callId !== null && other.callId === callId);
  const nested = callId === null ? [] : waiting.filter(({ way }) => way[0] === callId);
  const approval = own === undefined ? "" : `<p class="line">Approval: ${decisionOf(own)}</p>`;
  const output = item.output === null ? "" : '<p class="line">Output: in the history</p>';
  return [
    `<li class="card ${cardKind(state, own)}"><p class="head"><span class="what">call</span> ${code(tool)} ${callId === null ? "without id" : code(callId)} ${stateBadges[state]}</p>`,
    valueBlock("Arguments", said(show, item.path, ["arguments", "input", "action", "operation"])),
    approval,
    output,
    item.output === null ? "" : valueBlock("Output", said(show, item.output, ["output"])),
    nestedList(nested),
    "</li>",
  ].join("");
}

function itemCard(item: TimelineItem, waiting: readonly WaitingCall[], show: ShowValue): Html {
  if (item.call !== null) return callCard(item, item.call, waiting, show);
  const what = item.kind === "other" ? text(item.type ?? "an item without a type") : item.kind;
  const fields = item.kind === "reasoning" ? ["summary"] : ["content"];
  return `<li class="card ${item.kind}"><p class="head"><span class="what">${what}</span></p>${valueBlock("Content", said(show, item.path, fields))}</li>`;
}

function turnEntry(
  { turn, items }: TimelineTurn,
  number: number,
  waiting: readonly WaitingCall[],
  show: ShowValue,
): Html {
  const response = turn.responseId === null ? "" : ` <span class="id">${code(turn.responseId)}</span>`;
  const cards = items.map((item) => itemCard(item, waiting, show)).join("\n");
  return `<li class="turn"><h3>Response ${number}${response}</h3>${cards === "" ? "<p>nothing</p>" : `<ul class="cards">${cards}</ul>`}</li>`;
}

function inputEntry(history: CheckpointFacts["history"], show: ShowValue): Html {
  if (history === null) return "";
  return `<li class="turn"><h3>Input</h3><p>${text(history.originalInput)}</p>${valueBlock("Text", show(["original_input"]))}</li>`;
}

function nowEntry({ position, calls, stagedInput }: CheckpointFacts): Html {
  if (position === null) return "";
  const open = calls.filter(({ counts }) => !counts).length;
  const what = position.terminal
    ? "The run ended for good."
    : position.step === "next_step_interruption"
      ? `The run is paused: ${open === calls.length ? "" : `${open} of `}${plural(calls.length, "call")} without a decision that counts.`
      : position.step === "next_step_run_again"
        ? "The model is asked next."
        : "No step is left: the resume begins a new turn.";
  const staged = stagedInput === 0 ? "" : ` ${plural(stagedInput, "staged input item")} will join.`;
  return `<li class="turn now" aria-current="step"><h3>Now</h3><p>${text(what + staged)}</p></li>`;
}

/** The run from its input over each model response to where it stands. */
export function timeline(turns: readonly TimelineTurn[], facts: CheckpointFacts, show: ShowValue): Html {
  if (facts.position === null) return "";
  const entry = (turn: TimelineTurn, at: number) => turnEntry(turn, at + 1, facts.calls, show);
  const skipped = turns.length - first - last;
  const shown =
    skipped <= 0
      ? turns.map(entry)
      : [
          ...turns.slice(0, first).map(entry),
          `<li class="turn"><p>… ${skipped} responses are left out here.</p></li>`,
          ...turns.slice(-last).map((turn, at) => entry(turn, turns.length - last + at)),
        ];
  return `<ol class="timeline">\n${[inputEntry(facts.history, show), ...shown, nowEntry(facts)].join("\n")}\n</ol>`;
}
