import { fieldOf, type RawItem } from "../../session/raw-item.ts";
import { pairingOf } from "../items/pairing.ts";
import { type Compaction, tell, type World } from "../world.ts";

/** From so many items on that no user wrote a Responses-compaction session compacts, unless it was given a rule of its own
 * (`DEFAULT_COMPACTION_THRESHOLD`, 0.22.3 to 0.24.0). */
const compactionThreshold = 10;

/** `_apply_post_write_compaction`: only for a Responses-compaction session and a response that is known. Held against the SDK of 0.22.3,
 * 0.23.1 and 0.24.0 (scripts/sdk/settle.mjs). */
export function compactionFor(
  world: World,
  responseId: string | null | undefined,
  localOutputs: boolean,
): Compaction | null {
  if (world.options.kind !== "compaction" || !responseId) return null;
  const count = (world.session?.items ?? []).filter(isCandidate).length;
  const rule = `the session's own rule decides: by default from ${compactionThreshold} items on that are no user's, and there are ${count}`;
  return localOutputs
    ? {
        when: "deferred",
        why: `the batch holds outputs that the program made for this response; whether it waits or is dropped, ${rule}`,
      }
    : { when: "now", why: `the batch holds no output of the program; ${rule}${ofOpenCalls(world)}` };
}

/** What becomes of calls that still wait, of the pause for one (`_run_compaction_locked`; played with 0.22.3, 0.23.1 and 0.24.0). */
function ofOpenCalls(world: World): string {
  if (pairingOf(world.session?.items ?? []).callsWithoutOutput.length === 0) return "";
  return world.does.compactsWholePairs
    ? ". It declines while a call has no output"
    : ". It takes calls without an output along: what they return later is stored without them, and the API refuses that";
}

/** `select_compaction_candidate_items`. */
function isCandidate(item: RawItem): boolean {
  const type = fieldOf(item, "type");
  if (type === "compaction") return false;
  const isUsers = fieldOf(item, "role") === "user" && (type === "message" || fieldOf(item, "content") !== undefined);
  return !isUsers;
}

/** Asks for the compaction after a write, or puts it off; a write that names no response leaves it as it stands. */
export function compact(world: World, compaction: Compaction | null): void {
  if (compaction === null) return;
  world.compaction = compaction;
  tell(world, compaction.when === "now" ? "compaction is asked for" : "compaction is put off", compaction.why);
}
