import { asSpelled } from "../../document/edits/new-json.ts";
import { mostNamed, named } from "../../named.ts";
import { type RawItem, textOf } from "../../session/raw-item.ts";
import { pairingOf } from "../../settle/items/pairing.ts";
import { isOutput } from "../../settle/items/pairs.ts";
import type { Outcome } from "../../settle/outcome.ts";
import type { Draft, RepairEdit, Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { askingKeyOf, generatedItems, placesByKey, type RunItem, withReasoning } from "../session-items.ts";
import type { SessionView } from "../session-view.ts";

const itemsPath = ["pending_session_write", "items"] as const;

/** Outputs that the pending write is about to bring to a session that has no calls for them: a pause kept its calls back, and the append of
 * the resume failed. The SDK stores the batch without a look at its pairs. */
export function findLoneBatch(facts: Facts): Suspect[] {
  const { session: view } = facts;
  const record = view?.run.record ?? null;
  if (runOf(facts) === null || view === null || record === null) return [];
  const ids = new Set(loneAfter(view, record.items));
  const lone = record.items.flatMap((item, index) =>
    isOutput(item) && ids.has(textOf(item, "call_id") ?? "") ? [{ item, index }] : [],
  );
  if (lone.length === 0) return [];
  const asked = new Set(lone.map(({ item }) => askingKeyOf(item)));
  const mine = generatedItems(facts, view);
  const calls = [...new Map(mine.filter(({ key }) => asked.has(key)).map((call) => [call.key, call])).values()];
  return [
    {
      id: "orphaned-output",
      confidence: "certain",
      summary: `The pending write brings the output of ${named([...new Set(lone.map(({ item }) => textOf(item, "call_id") ?? ""))])}, and the session has no call for it: from the resume on the API refuses every request that sends it ("No tool call found for …").`,
      evidence: [
        ...lone
          .slice(0, mostNamed)
          .map(({ index }) => at(`/${itemsPath.join("/")}/${index}`, "an output without its call")),
        ...calls.slice(0, mostNamed).map(({ pointer }) => at(`${pointer}/call_id`, "the call")),
        ...(view.items.length === 0
          ? []
          : [inSession(view.items.length - 1, "the session ends here, without the call")]),
      ],
      repairs: calls.length === 0 ? [] : [completeWrite(view, mine, calls)],
      advice: [
        "A run that was paused with output guardrails by 0.22.0 to 0.23.1 and resumed over a failing store does this.",
      ],
    },
  ];
}

/** Ids of outputs without a call once the batch is stored; of one that is there already the session's own pairing tells. */
function loneAfter({ entry, items }: SessionView, batch: readonly RawItem[]): readonly string[] {
  if (entry.error !== null)
    return irreconcilable.has(entry.outcome) ? pairingOf([...items, ...batch]).outputsWithoutCall : [];
  return entry.appended.length === 0 ? [] : entry.pairing.outputsWithoutCall;
}

const irreconcilable: ReadonlySet<Outcome> = new Set(["changed", "partial", "ambiguous"]);

/** The calls go into the batch, in front of everything: the session is compared with what it held before, so the batch can grow. */
function completeWrite(view: SessionView, mine: readonly RunItem[], calls: readonly RunItem[]): Draft {
  const places = placesByKey(view.items);
  const items = calls.flatMap((call) => withReasoning(view, places, mine, mine.indexOf(call), view.items.length));
  return {
    id: "complete-write",
    summary: `put ${calls.length === 1 ? "the call" : "the calls"} into the pending write, before the outputs`,
    edits: items.map(
      ({ text, value }, index): RepairEdit => ({
        edit: { op: "add", path: [...itemsPath, index], value: asSpelled(text, value) },
        reason: "the resume stores the batch as it stands, so the pair is whole then",
      }),
    ),
    risk:
      view.entry.error === null
        ? "None that is known: what the write holds already stays as it is."
        : "The resume still raises: what the session has of the batch is removed or completed beside this, see the other cause.",
    settles: view.entry.error === null,
    mends: calls.flatMap(({ item }) => textOf(item, "call_id") ?? []),
  };
}
