import { isObject, type Json, member, type Path } from "../../document/json.ts";
import type { MigrateRule } from "../../rules/migrate.ts";
import { note, objectAt, remove } from "../change.ts";
import type { Change, Run } from "../step.ts";

const REDACTED = "__openai_agents_redacted_mount_authority";
/** Deeper than any session state is: walking further would only serve a hostile file. */
const DEPTH = 12;

/** Objects in the sandbox of a run that have this member with a value of interest, with their paths. */
function findInSandbox(run: Run, key: string, fits: (value: Json) => boolean): Path[] {
  const found: Path[] = [];
  const sandbox = objectAt(run.value, "sandbox");
  if (sandbox !== undefined) search(sandbox, [...run.base, "sandbox"], key, fits, found, 0);
  return found;
}

function search(
  value: Json,
  path: Path,
  key: string,
  fits: (value: Json) => boolean,
  found: Path[],
  depth: number,
): void {
  if (depth > DEPTH || typeof value !== "object" || value === null) return;
  if (isObject(value)) {
    const own = member(value, key);
    if (own !== undefined && fits(own)) found.push([...path, key]);
  }
  for (const [name, part] of Object.entries(value))
    search(part, [...path, Array.isArray(value) ? Number(name) : name], key, fits, found, depth + 1);
}

function notes(rule: MigrateRule, paths: readonly Path[]): Change[] {
  return paths.slice(0, 1).map((path) => note(rule, path, { places: paths.length }));
}

const isSet = (value: Json) => value !== null && value !== "" && !(isObject(value) && Object.keys(value).length === 0);

/** 1.18 → 1.17: 0.22.3 does not restore the name of a Vercel sandbox. */
export function keepSandboxName(run: Run): Change[] {
  return notes("sandbox-name-kept", findInSandbox(run, "sandbox_name", isSet));
}

/** 1.17 → 1.16: 0.22.0 does not restore the labels of a Docker container. */
export function keepDockerLabels(run: Run): Change[] {
  return notes("docker-labels-kept", findInSandbox(run, "labels", isSet));
}

/** 1.16 → 1.15: 0.21.0 would start the container with its network. */
export function refuseNetworkIsolation(run: Run): Change[] {
  return notes(
    "network-isolation-below-1-16",
    findInSandbox(run, "network_mode", (value) => value === "none"),
  );
}

/** 1.15 → 1.14: 0.19.4 does not know the mark and would start without the credentials, or with those of its
 * surroundings. */
export function refuseRedactedSandbox(run: Run): Change[] {
  return notes(
    "redacted-sandbox-below-1-15",
    findInSandbox(run, REDACTED, (value) => value === true),
  );
}

/** 1.7 → 1.6: 0.13.6 would make a new sandbox, and the files in this one would be lost. */
export function dropSandbox(run: Run): Change[] {
  return Object.hasOwn(run.value, "sandbox") ? [remove("sandbox-below-1-7", [...run.base, "sandbox"])] : [];
}
