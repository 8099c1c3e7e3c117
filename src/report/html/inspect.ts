import type { CheckpointFacts, Position } from "../../inspect/facts.ts";
import type { TimelineTurn } from "../../inspect/timeline.ts";
import { plural } from "../../plural.ts";
import type { RawItem } from "../../session/raw-item.ts";
import { nextWords, turnWords } from "../inspect/text.ts";
import type { CheckpointResult } from "../result.ts";
import { waitingTable } from "./calls.ts";
import { findingList, outlookBadges } from "./findings.ts";
import { itemList } from "./items.ts";
import { htmlPage } from "./page.ts";
import { badge, code, dataTable, facts, type Html, names, text } from "./text.ts";
import { timeline } from "./timeline.ts";
import type { ShowValue } from "./values.ts";

/** What the page of a checkpoint is made of. */
export interface InspectPage {
  readonly facts: CheckpointFacts;
  /** Its findings without secrets, which have a section of their own. */
  readonly result: CheckpointResult;
  /** Findings that are left out. */
  readonly omitted: number;
  readonly turns: readonly TimelineTurn[];
  /** The items of the pending write, and the staged input. */
  readonly write: readonly RawItem[];
  readonly staged: readonly RawItem[];
  /** Gives values under `--show-values`. */
  readonly show: ShowValue;
  readonly showsValues: boolean;
}

function standing({ verdict, resume }: CheckpointResult): Html {
  const loads = badge(verdict === "accepted" ? "good" : "bad", verdict);
  return resume === null ? loads : `${loads} ${badge(outlookBadges[resume], `resume: ${resume}`)}`;
}

function header({ facts: { schemaVersion, sdk }, result }: InspectPage): Html {
  const label = schemaVersion === null ? "no usable schema version" : `schema ${schemaVersion}`;
  return `<p class="kind">Checkpoint</p><h1>${text(result.file)}</h1><p class="badges">${badge("plain", label)} ${standing(result)} <span class="asked">asked: openai-agents ${text(sdk)}</span></p>`;
}

function positionRows(position: Position | null): [string, Html][] {
  if (position === null) return [];
  const { agent, responseAccepted, terminal } = position;
  const next = nextWords(position);
  return [
    ["Agent", agent === null ? "" : agent === "" ? "without a name" : code(agent)],
    ["Turn", text(turnWords(position))],
    ["Next", terminal ? badge("bad", next) : text(next)],
    ["Model's answer", responseAccepted ? "accepted, its calls are not processed yet" : ""],
  ];
}

function whereItStands(page: InspectPage): Html {
  const { facts: known } = page;
  const unknown = "no release known here";
  return facts([
    ...positionRows(known.position),
    ["Written by", known.writtenBy.length === 0 ? unknown : names(known.writtenBy)],
    [
      "Loaded by",
      known.loadedBy.length === 0
        ? unknown
        : `${names(known.loadedBy)} <span class="asked">asked: the newest of each schema version</span>`,
    ],
  ]);
}

function pending({ facts: { write }, write: items, staged, showsValues }: InspectPage): Html {
  const parts: Html[] = [];
  if (write !== null) {
    const kind = badge(write.record === "held" ? "odd" : "plain", `${write.record} write`);
    const session = write.sessionId === null ? "no session named" : `session ${code(write.sessionId)}`;
    const before = write.before === null ? "" : `, ${plural(write.before, "digest")} of what stood before`;
    parts.push(
      `<h3>${write.record === "held" ? "Held back" : "Pending"}</h3><p>${kind} to ${session}${before}</p>${itemList(items, showsValues)}`,
    );
  }
  if (staged.length > 0) parts.push(`<h3>Staged input</h3>${itemList(staged, showsValues)}`);
  return parts.join("\n");
}

function history({ facts: { history: known } }: InspectPage): Html {
  if (known === null) return "";
  const dropped = known.droppedItems === 0 ? "" : badge("odd", `${known.droppedItems} dropped by the reader`);
  return facts([
    ["Original input", text(known.originalInput)],
    ["Model responses", String(known.modelResponses)],
    ["Generated items", `${known.generatedItems} ${dropped}`],
    ["Session items", String(known.sessionItems)],
    ["Size", text(plural(known.characters, "character"))],
  ]);
}

function requirements({ facts: { requirements: needs } }: InspectPage): Html {
  const agents = needs.agents.map(({ name, count }) => code(name) + (count > 1 ? ` (${count} of that name)` : ""));
  return facts([
    ["Agents", agents.join(" ")],
    ["Tools", names([...new Set(needs.tools.map(({ name }) => name))])],
    ["MCP servers", names(needs.mcpServers)],
    ["Handoffs", names(needs.handoffs)],
    ["Context", needs.contextType === null ? "" : code(needs.contextType)],
    ["Session", needs.sessionId === null ? "" : code(needs.sessionId)],
  ]);
}

function secrets({ facts: { secrets: found } }: InspectPage): Html {
  return dataTable(
    "secrets",
    "Secrets inside, by place",
    ["What", "Place", "Rule"],
    found.map(({ rule, what, pointer }) => [text(what), code(pointer), code(rule)]),
  );
}

/** The picture of a checkpoint: what it is, its turns, what waits. */
export function inspectHtml(page: InspectPage): string {
  const { result, omitted, showsValues } = page;
  return htmlPage({
    title: result.file,
    kind: "inspect",
    header: header(page),
    showsValues,
    sections: [
      ["where", "Where it stands", whereItStands(page)],
      ["turns", "Timeline", timeline(page.turns, page.facts, page.show)],
      ["decisions", "Waiting for a decision", waitingTable(page.facts.calls)],
      ["session", "Held and pending items", pending(page)],
      ["findings", "Findings", findingList(result.findings, omitted)],
      ["needs", "The program must provide", requirements(page)],
      ["history", "History", history(page)],
      ["inside", "Secrets inside", secrets(page)],
    ],
  });
}
