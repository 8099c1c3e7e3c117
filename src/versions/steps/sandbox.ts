import { isObject, type Json, member, type Path } from "../../document/json.ts";
import { redactedMarker } from "../../sandbox/sanitize.ts";
import { noteOnce, objectAt, removeAt } from "./change.ts";
import type { Change, Run } from "./step.ts";

/** Deeper than any session state is: walking further would only serve a hostile file. */
const deepest = 12;

/** Where members of this name stand in the sandbox of a run, with a value of interest. */
function findInSandbox(run: Run, key: string, fits: (value: Json) => boolean): Path[] {
  const found: Path[] = [];
  const search = (value: Json, path: Path, depth: number): void => {
    if (depth > deepest || typeof value !== "object" || value === null) return;
    const own = isObject(value) ? member(value, key) : undefined;
    if (own !== undefined && fits(own)) found.push([...path, key]);
    for (const [name, part] of Object.entries(value))
      search(part, [...path, Array.isArray(value) ? Number(name) : name], depth + 1);
  };
  const sandbox = objectAt(run.value, "sandbox");
  if (sandbox !== undefined) search(sandbox, [...run.base, "sandbox"], 0);
  return found;
}

const isSet = (value: Json) => value !== null && value !== "" && !(isObject(value) && Object.keys(value).length === 0);

/** 1.18 → 1.17: 0.22.3 does not restore the name of a Vercel sandbox. */
export function keepSandboxName(run: Run): Change[] {
  return noteOnce("sandbox-name-kept", findInSandbox(run, "sandbox_name", isSet));
}

/** 1.17 → 1.16: 0.22.0 does not restore the labels of a Docker container. */
export function keepDockerLabels(run: Run): Change[] {
  return noteOnce("docker-labels-kept", findInSandbox(run, "labels", isSet));
}

/** 1.16 → 1.15: 0.21.0 would start the container with its network. */
export function refuseNetworkIsolation(run: Run): Change[] {
  return noteOnce(
    "network-isolation-below-1-16",
    findInSandbox(run, "network_mode", (value) => value === "none"),
  );
}

/** 1.15 → 1.14: 0.19.4 does not know the mark and would start without the credentials, or with those of its
 * surroundings. */
export function refuseRedactedSandbox(run: Run): Change[] {
  return noteOnce(
    "redacted-sandbox-below-1-15",
    findInSandbox(run, redactedMarker, (value) => value === true),
  );
}

/** 1.7 → 1.6: 0.13.6 would make a new sandbox, and the files in this one would be lost. */
export function dropSandbox(run: Run): Change[] {
  return removeAt(run, "sandbox-below-1-7", ["sandbox"]);
}
