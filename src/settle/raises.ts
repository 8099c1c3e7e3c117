import { decisionOf, isTold } from "./decisions.ts";
import type { Hurdle, HurdleKind } from "./hurdles.ts";
import type { Raised, World } from "./world.ts";

/** What the outlook knows to raise here, given the decisions. */
export function raisedAt({ run, options }: World, kind: HurdleKind): Raised | null {
  const hurdle = run.hurdles.raises.find(({ kinds, pointer }) => {
    if (!kinds.includes(kind)) return false;
    if (kind === "start" || kind === "turn") return true;
    const call = run.approvals.find((approval) => `${pointer}/`.startsWith(`${approval.pointer}/`));
    return (
      call !== undefined &&
      (kind === "deciding" ? isTold(call.id, options.decide) : decisionOf(call, options.decide) !== null)
    );
  });
  return hurdle === undefined ? null : raisedBy(hurdle, kind);
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
