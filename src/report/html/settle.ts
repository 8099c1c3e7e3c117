import { plural } from "../../plural.ts";
import type { RawItem } from "../../session/raw-item.ts";
import { matchPairs } from "../../settle/items/pairs.ts";
import type { SettleReport } from "../settle/json.ts";
import { labelOf } from "../settle/picture.ts";
import { becauseOf, goodSentences, loadSentence, outcomeSentence, recordSentence, troubleOf } from "../settle/words.ts";
import { itemList } from "./items.ts";
import { htmlPage } from "./page.ts";
import { badge, code, dataTable, facts, type Html, text, valueBlock } from "./text.ts";
import { contentOfItem } from "./values.ts";

/** Unchanged items that are drawn before the first new one, and new ones. */
const context = 100;
const most = 400;

function header({ file, sdk, result }: SettleReport): Html {
  const good = result.error === null && troubleOf(result).bad.length === 0;
  return (
    `<p class="kind">Settle</p><h1>${text(file)}</h1>` +
    `<p class="badges">${badge(good ? "good" : "bad", result.outcome)} ${badge("plain", `row ${result.row}`)} <span class="asked">asked: openai-agents ${text(sdk)}</span></p>` +
    `<p class="lead">${text(outcomeSentence(result.outcome))}</p>`
  );
}

function steps({ result }: SettleReport): Html {
  let killed = "";
  const rows = result.steps.map(({ what, why, ifKilledHere }) => {
    // A sentence that still holds is not said again.
    const dies =
      ifKilledHere === killed ? "" : `<p class="killed"><strong>Killed here:</strong> ${text(ifKilledHere)}</p>`;
    killed = ifKilledHere;
    return `<li class="turn"><h3>${text(what)}</h3><p>${text(becauseOf(why))}</p>${dies}</li>`;
  });
  return rows.length === 0 ? "" : `<ol class="timeline numbered">\n${rows.join("\n")}\n</ol>`;
}

/** By place: what a call or an output is paired with, in words. */
function partners(items: readonly RawItem[]): ReadonlyMap<number, Html> {
  const said = new Map<number, Html>();
  const { pairs, openCalls, loneOutputs } = matchPairs(items);
  for (const at of openCalls) said.set(at, badge("odd", "no output"));
  for (const at of loneOutputs) said.set(at, badge("bad", "no call before it"));
  for (const { from, to } of pairs) {
    said.set(to, `answers ${from + 1}`);
    said.set(from, `answered by ${to + 1}`);
  }
  return said;
}

interface Side {
  readonly title: string;
  readonly items: readonly RawItem[];
  /** Items from here on are new. */
  readonly newFrom: number;
}

function sideList({ title, items, newFrom }: Side, start: number, showsValues: boolean): Html {
  const said = partners(items);
  const end = Math.min(items.length, newFrom + most);
  const rows = items.slice(start, end).map((item, index) => {
    const at = start + index;
    const isNew = at >= newFrom;
    const note = said.get(at) ?? "";
    return (
      `<li value="${at + 1}"${isNew ? ' class="new"' : ""}>${isNew ? badge("good", "new") : ""} <span class="label">${text(labelOf(item, false))}</span>` +
      `${note === "" ? "" : ` <span class="pair">${note}</span>`}${showsValues ? valueBlock("Content", contentOfItem(item)) : ""}</li>`
    );
  });
  const earlier = start === 0 ? "" : `<p>… ${start} earlier</p>`;
  const later = end === items.length ? "" : `<p>… ${items.length - end} more</p>`;
  const list = rows.length === 0 ? "<p>empty</p>" : `<ol class="items">${rows.join("\n")}</ol>`;
  return `<div class="side"><h3>${title} <span class="count">${plural(items.length, "item")}</span></h3>${earlier}${list}${later}</div>`;
}

function sessions({ result, detached }: SettleReport, showsValues: boolean): Html {
  if (detached) return "";
  const { sessionBefore: before, sessionAfter: after, appended } = result;
  const start = Math.max(0, before.length - context);
  const change = appended.length === 0 ? "Nothing is added." : `${plural(appended.length, "item")} added.`;
  return (
    `<p>${change}</p><div class="sides">` +
    sideList({ title: "Before", items: before, newFrom: before.length }, start, showsValues) +
    sideList({ title: "After", items: after, newFrom: before.length }, start, showsValues) +
    "</div>"
  );
}

function state({ result }: SettleReport): Html {
  const { error, compaction, gate } = result;
  const place = error === null || error.pointer === "" ? "" : ` ${code(error.pointer)}`;
  return facts([
    ["Record", text(recordSentence(result))],
    ["Step", text(result.stepAfter ?? "none")],
    ["Loads again", text(loadSentence(result) ?? "")],
    ["Stored of this turn", text(plural(result.persistedCountAfter, "item"))],
    ["Gate", `${gate.on ? "on" : "off"}${gate.assumed ? ", assumed" : ""}`],
    ["Compaction", compaction === null ? "" : text(`${compaction.when}: ${compaction.why}`)],
    ["Error", error === null ? "" : `${badge("bad", "raises")} ${text(error.message)}${place}`],
  ]);
}

function nextRun({ result, notes, detached }: SettleReport): Html {
  const { bad, odd } = troubleOf(result);
  const good = detached ? [] : goodSentences(result);
  const rows = [
    ...bad.map((sentence) => `<li>${badge("bad", "broken")} ${text(sentence)}</li>`),
    ...odd.map((sentence) => `<li>${badge("odd", "mind")} ${text(sentence)}</li>`),
    ...good.map((sentence) => `<li>${badge("good", "whole")} ${text(sentence)}</li>`),
    ...notes.map((note) => `<li>${badge("plain", "note")} ${text(note)}</li>`),
  ];
  return rows.length === 0 ? "" : `<ul class="bare">${rows.join("\n")}</ul>`;
}

function continuations({ paths }: SettleReport): Html {
  return dataTable(
    "paths",
    "What may follow, and the options that play it",
    ["Options", "Row", "Outcome"],
    paths.map(({ decide, exit, gate, row, outcome }) => [
      code(`--decide ${decide} --then ${exit}${gate === undefined ? "" : ` --gate ${gate}`}`),
      text(row),
      outcome === "plain"
        ? text(outcome)
        : `${text(outcome)}<br><span class="sentence">${text(outcomeSentence(outcome))}</span>`,
    ]),
  );
}

function recordAfter({ result: { recordAfter: record } }: SettleReport, showsValues: boolean): Html {
  return record === null ? "" : itemList(record.items, showsValues);
}

/** The picture of a settle: what happens, the session before and after, what may follow. */
export function settleHtml(report: SettleReport, showsValues: boolean): string {
  return htmlPage({
    title: report.file,
    kind: "settle",
    header: header(report),
    showsValues,
    sections: [
      ["state", "Where the resume ends", state(report)],
      ["sessions", "The session before and after", sessions(report, showsValues)],
      ["steps", "Step by step", steps(report)],
      ["record", "Still in the checkpoint", recordAfter(report, showsValues)],
      ["next", "What the next run meets", nextRun(report)],
      ["paths-section", "What may follow", continuations(report)],
    ],
  });
}
