import { tell, type World } from "../world.ts";
import { answeredIdOf, askedIdOf } from "./answers.ts";
import type { ResolvedTurn } from "./resolved-turn.ts";

/** Says what the resumed turn makes before it ends: what runs, what is answered, and what still waits. */
export function tellTurn(world: World, turn: ResolvedTurn, gate: boolean): void {
  if (gate && world.record === null && !world.does.holds) {
    tell(
      world,
      "the paused response is in no record",
      "this release keeps it out of the session at a gated pause and remembers nothing",
    );
  }
  tellAnswers(world, turn);
  if (turn.asked.length > 0)
    tell(
      world,
      `a callback answers: ${turn.asked.join(", ")}`,
      "nobody waits for these requests; what it says is not in the file, so it approves unless --decide says otherwise",
    );
  if (turn.pausing.length > 0)
    tell(
      world,
      `pauses inside: ${turn.pausing.join(", ")}`,
      "the agent that the call runs waits for approvals of its own, so the call has no output yet",
    );
  const asked = new Set([...world.run.hurdles.asked, ...turn.lacking]);
  const open = turn.open.map(({ id }) => id).filter((id) => !asked.has(id));
  if (open.length > 0) tell(world, `still open: ${open.join(", ")}`, "without a decision the run pauses again");
  if (world.run.hurdles.pauses || turn.lacking.length > 0)
    tell(
      world,
      asked.size > 0 ? `asked for again: ${[...asked].join(", ")}` : "the run pauses again",
      "no decision reaches the call in this checkpoint; runstate validate says why",
    );
}

function tellAnswers(world: World, turn: ResolvedTurn): void {
  const ids = turn.items.map(({ item }) => answeredIdOf(item));
  const repeated = repeatedIn(ids, world.run.hurdles.again);
  if (repeated.size > 0)
    tell(
      world,
      `runs once more: ${[...repeated].join(", ")}`,
      "the tool ran in an earlier resume, but the approval for all its calls lets it run again; the session gets the later output",
    );
  const recovered = world.does.recoversOutputs ? world.run.recovered.map(({ item }) => answeredIdOf(item)) : [];
  const kept = new Set(recovered.filter((id) => !repeated.has(id)));
  if (kept.size > 0)
    tell(
      world,
      `answered before: ${[...kept].join(", ")}`,
      "the tool ran in an earlier resume that raised behind it; its output is in the checkpoint and is stored now",
    );
  const rerun = new Set(world.run.hurdles.rerun.map(askedIdOf));
  if (rerun.size > 0)
    tell(
      world,
      `runs once more: ${[...rerun].join(", ")}`,
      "it neither waits nor has an output, so the SDK takes it for a call that has not run",
    );
  const answers = ids.map((id) => id ?? "?").filter((id) => !kept.has(id) && !repeated.has(id) && !rerun.has(id));
  if (answers.length > 0)
    tell(
      world,
      `answered: ${answers.join(", ")}`,
      "tools that were approved run, rejected calls get a text that says so",
    );
}

/** Those among `wanted` that a list has more than once. */
function repeatedIn(ids: readonly (string | undefined)[], wanted: ReadonlySet<string>): Set<string | undefined> {
  const seen = new Set<string | undefined>();
  const repeated = new Set<string | undefined>();
  for (const id of ids) if (id !== undefined && wanted.has(id)) (seen.has(id) ? repeated : seen).add(id);
  return repeated;
}
