import type { Hurdle, HurdleKind } from "../run/hurdles.ts";
import type { Approval } from "../run/run.ts";
import { type Raised, raise, type World } from "../world.ts";
import { decisionOf, isTold } from "./decisions.ts";

/** What the outlook knows to raise here, given the decisions. */
export function raisedAt({ run, options }: World, kind: HurdleKind): Raised | null {
  const calls = new Map(run.approvals.map((approval) => [approval.pointer, approval]));
  const hurdle = run.hurdles.raises.find(({ kinds, pointer, id }) => {
    if (!kinds.includes(kind)) return false;
    if (kind === "start" || kind === "turn") return true;
    if (kind === "open-turn") return run.approvals.some((call) => call.id === id && isOpenInside(call, options.decide));
    const call = callAround(calls, pointer);
    return (
      call !== undefined &&
      (kind === "deciding" ? isTold(call.id, options.decide) : decisionOf(call, options.decide) !== null)
    );
  });
  return hurdle === undefined ? null : raisedBy(hurdle, kind);
}

function isOpenInside(call: Approval, decide: World["options"]["decide"]): boolean {
  return call.nestedIn.length > 0 && decisionOf(call, decide) === null;
}

/** `resolve_interrupted_turn`: a tool is missed once its call is approved, a handoff or the agent of a nested run in any case. */
export function missingTool({ run, options }: World): Raised | null {
  const own = new Map<string | null, Approval>();
  for (const approval of run.approvals) if (approval.nestedIn.length === 0) own.set(approval.id, approval);
  const missing = run.program?.missing.find(({ id, when }) => {
    const approval = own.get(id);
    if (approval === undefined) return true;
    const decision = decisionOf(approval, options.decide);
    return when === "approved" ? decision === "approve" : decision !== "reject";
  });
  return missing === undefined ? null : raise(missing.pointer, missing.message);
}

/** `_build_mcp_tool_bindings`: before any tool runs. A call whose server is gone is looked for no further. */
export function missingRecipient({ run, options }: World): Raised | null {
  const gone = new Set(run.program?.missing.map(({ id }) => id));
  const call = run.approvals.find(
    (approval) =>
      approval.lacksRecipient &&
      approval.nestedIn.length === 0 &&
      !gone.has(approval.id) &&
      decisionOf(approval, options.decide) !== "reject",
  );
  if (call === undefined) return null;
  return raise(
    call.pointer,
    "A waiting call of a local MCP server is not bound to that server: the SDK raises before a tool runs, unless the call is rejected.",
  );
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
  "open-turn": "The SDK raises before a tool of this turn runs, unless the call is decided first.",
};

function raisedBy({ message, pointer }: Hurdle, kind: HurdleKind): Raised {
  return raise(pointer, `${message} ${raises[kind]}`);
}
