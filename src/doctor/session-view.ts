import type { Judgement } from "../judge.ts";
import type { Agents } from "../outlook/program/agents.ts";
import type { Reader } from "../readers/releases.ts";
import type { RawItem } from "../session/raw-item.ts";
import type { Session } from "../session/session.ts";
import { type SettleBehaviour, settleBehaviourOf } from "../settle/behaviour.ts";
import { digestOf } from "../settle/items/digest.ts";
import type { Pairing } from "../settle/items/pairing.ts";
import type { Exit, SessionKind, SettleOptions } from "../settle/options.ts";
import { settleRunOf } from "../settle/run/from-run.ts";
import { canEndWithTool, endsWithTool, statedGate } from "../settle/run/program.ts";
import type { SettleRun, TurnItem } from "../settle/run/run.ts";
import { type SettleResult, settle } from "../settle/simulate.ts";
import { openWorld } from "../settle/world.ts";
import { asInput } from "../settle/write/turn-input.ts";

/** How the session behaves. */
export interface SessionTraits {
  readonly kind: SessionKind;
  readonly limit: number | undefined;
}

/** A session beside the checkpoint that would be resumed over it: the only door of the doctor to the settle engine. */
export interface SessionView {
  readonly id: string | null;
  readonly items: readonly RawItem[];
  readonly traits: SessionTraits;
  readonly run: SettleRun;
  readonly does: SettleBehaviour;
  /** The entry of the resume, before any tool runs. */
  readonly entry: SettleResult;
}

export function viewSession(
  session: Pick<Session, "id" | "items">,
  judgement: Judgement,
  reader: Reader,
  traits: SessionTraits,
): SessionView {
  const run = settleRunOf(judgement, reader);
  const { id, items } = session;
  const entry = settle(run, optionsOf(traits), { id, items });
  return { id, items, traits, run, does: settleBehaviourOf(reader), entry };
}

/** The same session with other items, or beside another checkpoint. */
export function viewAgain(
  view: SessionView,
  items: readonly RawItem[],
  judgement: Judgement,
  reader: Reader,
): SessionView {
  return viewSession({ id: view.id, items }, judgement, reader, view.traits);
}

function optionsOf({ kind, limit }: SessionTraits): SettleOptions {
  return { decide: "none", outputs: new Map(), kind, limit };
}

/** The resume with every open call decided, up to the next model call. */
export function decideAll(view: SessionView, decide: "approve" | "reject"): SettleResult {
  return settle(view.run, { ...optionsOf(view.traits), decide, exit: "run-again" }, view);
}

/** One way that a resume can go when every open call is decided alike. */
export interface Course {
  readonly decide: "approve" | "reject";
  readonly exit: Exit;
  readonly gate: boolean;
}

/** The courses that what is known of the program leaves open: output guardrails with a deferring tool use or not, a tool that ends the
 * run or the model asked again, or a pause for a call that nothing runs. */
export function coursesOf(judgement: Judgement, reader: Reader, agents: Agents | null): Course[] {
  const run = settleRunOf(judgement, reader, agents ?? undefined);
  const does = settleBehaviourOf(reader);
  const stated = statedGate(run);
  return (["approve", "reject"] as const).flatMap((decide) => {
    const rejects = decide === "reject";
    const ends = endsWithTool(run, rejects, does) ?? (canEndWithTool(run, rejects, does) ? undefined : false);
    const isLacking = !rejects && run.hurdles.lacking.size > 0;
    const exits: Exit[] = isLacking
      ? ["pause"]
      : [...(ends === true ? [] : ["run-again" as const]), ...(ends === false ? [] : ["final-tool" as const])];
    return (stated === undefined ? [true, false] : [stated]).flatMap((gate) =>
      exits.map((exit) => ({ decide, exit, gate })),
    );
  });
}

/** The session's pairing after such a resume. */
export function pairingAfter(view: SessionView, course: Course, items: readonly RawItem[] = view.items): Pairing {
  return settle(view.run, { ...optionsOf(view.traits), ...course }, { id: view.id, items }).pairing;
}

/** Digests as the settle comparison takes them. */
export function digestsOf(view: SessionView, items: readonly RawItem[]): string[] {
  return items.map((item) => digestOf(item, view.traits.kind === "conversations", view.does));
}

/** The paused response and the outputs that its calls have already: what of the turn a session can hold. */
export function pausedTurn({ run }: SessionView): TurnItem[] {
  return [...run.response, ...run.outputs].filter(({ kind }) => kind !== "tool_approval_item");
}

/** Items of the run as the SDK stores them. */
export function storedForm(view: SessionView, items: readonly TurnItem[]): RawItem[] {
  const world = openWorld(view.run, optionsOf(view.traits), view);
  return items.map((item) => asInput(world, item));
}
