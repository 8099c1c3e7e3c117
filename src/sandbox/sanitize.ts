import type { Edit } from "../document/edits/edit.ts";
import { isObject, type Json, type JsonObject, member, type Path } from "../document/json.ts";
import type { FindingArgs } from "../findings/finding.ts";
import { kindOf } from "../findings/kind-of.ts";
import { cleanCredentialFiles } from "./credential-files.ts";
import { cleanMount } from "./mount.ts";
import { fault, pathOfTrail, put, remove, type SandboxFault, type Sink, stepInto, type Trail } from "./sink.ts";
import { leafTypes, mountKinds } from "./tables.ts";
import { type Entry, newPlace, type Place, readEntries, resolvePlace } from "./tree.ts";

/** Set where the reader took something away: the resumed run has to bring a trusted manifest. */
export const redactedMarker = "__openai_agents_redacted_mount_authority";
/** Only a running program may set it. */
const credentiallessMarker = "__openai_agents_credentialless_mount_authority";

/** Place of an entry of which the cleaning takes something away, and what (`count`, `members`: names the SDK knows). */
export interface Removal {
  readonly path: Path;
  readonly args: FindingArgs;
}

export interface Sanitized {
  /** In the order of the reader; the first is its own error. */
  readonly faults: readonly SandboxFault[];
  /** What it changes; of no use when there is a fault, the reader then keeps nothing. No two of them are about the same member or one inside
   * another, so they can be made in any order. */
  readonly edits: readonly Edit[];
  readonly removals: readonly Removal[];
  /** Session states that carry the marker after loading. */
  readonly marked: readonly Path[];
}

interface Work extends Sink {
  readonly removals: Removal[];
  readonly marked: Path[];
}

/** What the reader (0.20.0 … 0.24.0) does with `/sandbox`: `_sanitize_run_state_sandbox_mount_authority`, step by step, without changing
 * the value. Paths are below `/sandbox`. A wrong shape ends the part in which it stands, the others are still looked at. */
export function sanitizeSandbox(sandbox: Json): Sanitized {
  const work: Work = { faults: [], edits: [], removals: [], marked: [], redacted: false };
  if (!isObject(sandbox)) {
    fault(work, "sandbox-not-an-object", undefined, { found: kindOf(sandbox) });
    return work;
  }
  const states = readEnvelope(sandbox, work);
  // The reader checks the whole envelope before it opens any session state.
  if (work.faults.length === 0) for (const [state, trail] of states) cleanState(state, trail, work);
  return work;
}

function readEnvelope(sandbox: JsonObject, sink: Sink): [JsonObject, Trail][] {
  const states: [JsonObject, Trail][] = [];
  const take = (state: Json, trail: Trail, rule: "sandbox-session-state-not-an-object" | SandboxAgentRule) => {
    if (isObject(state)) states.push([state, trail]);
    else fault(sink, rule, trail, { found: kindOf(state) });
  };
  const own = member(sandbox, "session_state");
  if (own !== undefined) take(own, stepInto(undefined, "session_state"), "sandbox-session-state-not-an-object");
  const sessions = member(sandbox, "sessions_by_agent");
  const trail = stepInto(undefined, "sessions_by_agent");
  if (sessions === undefined || sessions === null) return states;
  if (!isObject(sessions)) {
    fault(sink, "sandbox-sessions-not-an-object", trail, { found: kindOf(sessions) });
    return states;
  }
  for (const key of Object.keys(sessions)) {
    const entry = sessions[key] ?? null;
    const at = stepInto(trail, key);
    const state = isObject(entry) ? member(entry, "session_state") : undefined;
    if (state === undefined) take(entry, at, "sandbox-agent-session-not-an-object");
    else take(state, stepInto(at, "session_state"), "sandbox-agent-session-state-not-an-object");
  }
  return states;
}

type SandboxAgentRule = "sandbox-agent-session-not-an-object" | "sandbox-agent-session-state-not-an-object";

function cleanState(state: JsonObject, trail: Trail, work: Work): void {
  const manifest = member(state, "manifest");
  if (manifest !== undefined && !isObject(manifest)) {
    fault(work, "sandbox-manifest-not-an-object", stepInto(trail, "manifest"), { found: kindOf(manifest) });
    return;
  }
  if (Object.hasOwn(state, credentiallessMarker)) remove(work, trail, credentiallessMarker);
  work.redacted = false;
  if (manifest !== undefined) cleanManifest(manifest, stepInto(trail, "manifest"), work);
  if (!work.redacted && member(state, redactedMarker) !== true) return;
  put(work, state, trail, redactedMarker, true);
  work.marked.push(pathOfTrail(trail));
}

function cleanManifest(manifest: JsonObject, trail: Trail, work: Work): void {
  const raw = member(manifest, "entries");
  if (raw === undefined) return;
  const root = member(manifest, "root");
  const start = resolvePlace(newPlace(), typeof root === "string" ? root : "/workspace");
  const before = work.faults.length;
  const entries = readEntries(raw, stepInto(trail, "entries"), start, work);
  if (work.faults.length !== before) return;
  const targets = new Set<Place>();
  for (const entry of entries) {
    const edits = work.edits.length;
    if (mountKinds.has(entry.type)) {
      for (const file of cleanMount(entry, work)) targets.add(resolvePlace(start, file));
    } else if (!isKnown(entry.type) && Object.hasOwn(entry.value, "mount_strategy")) {
      fault(work, "sandbox-mount-type-unknown", stepInto(entry.trail, "type"));
    }
    noteRemoval(entry, edits, work);
  }
  const edits = work.edits.length;
  cleanCredentialFiles(targets, work);
  for (const edit of work.edits.slice(edits)) {
    work.removals.push({ path: edit.path, args: { emptied: "content", unknown: 0 } });
  }
}

function isKnown(type: string): boolean {
  return type === "dir" || leafTypes.has(type);
}

/** Tells of what `edits` since `from` take away from an entry. Members that the SDK does not know stay unnamed. */
function noteRemoval(entry: Entry, from: number, work: Work): void {
  if (work.edits.length === from) return;
  const emptied: string[] = [];
  let unknown = 0;
  for (const edit of work.edits.slice(from)) {
    if (edit.op === "remove") unknown++;
    else emptied.push(String(edit.path.at(-1)));
  }
  work.removals.push({ path: pathOfTrail(entry.trail), args: { emptied: emptied.join(", "), unknown } });
}
