import type { WaitingCall } from "../../inspect/facts.ts";
import { badge, code, dataTable, type Html, names, text } from "./text.ts";

/** The decision on record, and whether it counts. */
export function decisionOf({ decision, counts }: WaitingCall): Html {
  if (decision === null) return badge("odd", "no decision yet");
  return counts
    ? badge(decision === "approved" ? "good" : "bad", decision)
    : `${badge("odd", decision)} but it will not count`;
}

/** The nested run in which a call waits, by the calls on the way to it; nothing for the run itself. */
export function wayText(way: WaitingCall["way"]): Html {
  if (way.length === 0) return "";
  return ` in the run of ${way.map((id) => (id === null ? "a call without id" : code(id))).join(" &gt; ")}`;
}

/** The calls that wait, with what is on record for them and which releases take it. */
export function waitingTable(calls: readonly WaitingCall[]): Html {
  return dataTable(
    "waiting",
    "Calls that wait for a decision",
    ["Call", "Tool", "Lookup", "Owner", "Decision", "Honoured by"],
    calls.map((call) => [
      call.callId === null ? "no id" : code(call.callId),
      code(call.tool),
      text(call.lookup ?? call.kind),
      `${call.owner === null ? "none" : code(call.owner)}${wayText(call.way)}`,
      decisionOf(call),
      call.honouredBy.length === 0 ? "–" : names(call.honouredBy),
    ]),
  );
}
