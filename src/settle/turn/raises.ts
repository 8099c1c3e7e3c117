import type { Hurdle, HurdleKind } from "../run/hurdles.ts";
import type { Approval } from "../run/run.ts";
import type { Raised, World } from "../world.ts";
import { decisionOf, isTold } from "./decisions.ts";

/** What the outlook knows to raise here, given the decisions. */
export function raisedAt({ run, options }: World, kind: HurdleKind): Raised | null {
  const calls = new Map(run.approvals.map((approval) => [approval.pointer, approval]));
  const hurdle = run.hurdles.raises.find(({ kinds, pointer }) => {
    if (!kinds.includes(kind)) return false;
    if (kind === "start" || kind === "turn") return true;
    const call = callAround(calls, pointer);
    return (
      call !== undefined &&
      (kind === "deciding" ? isTold(call.id, options.decide) : decisionOf(call, options.decide) !== null)
    );
  });
  return hurdle === undefined ? null : raisedBy(hurdle, kind);
}

/** The call that stands at a place or around it. */
function callAround(calls: ReadonlyMap<string, Approval>, pointer: string): Approval | undefined {
  for (let place = pointer; place !== ""; place = place.slice(0, place.lastIndexOf("/"))) {
    const call = calls.get(place);
    if (call !== undefined) return call;
  }
  return undefined;
}

const raises: Readonly<Record<HurdleKind, string>> = {
  deciding: "state.approve() and state.reject() raise for it, before the run resumes.",
  start: "The SDK raises before it looks at the session.",
  turn: "The SDK raises before a tool of this turn runs.",
  "decided-turn": "The SDK raises before a tool of this turn runs.",
};

function raisedBy({ message, pointer }: Hurdle, kind: HurdleKind): Raised {
  return { outcome: "error", row: "-", message: `${message} ${raises[kind]}`, pointer };
}
