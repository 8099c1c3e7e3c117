import { readFileSync } from "node:fs";
import type { JsonObject } from "../../src/document/json.ts";
import type { TestSession } from "./reports.ts";

/** A run that the SDK paused, what then happened to its file or session, and how releases resumed it (`live`). */
interface Incident {
  readonly name: string;
  readonly writtenBy: string;
  readonly checkpoint: JsonObject;
  readonly session: TestSession | null;
  readonly live: Readonly<Record<string, string>>;
}

const incidents: ReadonlyMap<string, Incident> = new Map(
  readFileSync(new URL("../vectors/incidents.ndjson", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Incident)
    .map((incident) => [incident.name, incident]),
);

export function findIncident(name: string): Incident {
  const incident = incidents.get(name);
  if (incident === undefined) throw new Error(`no incident is named ${name}`);
  return incident;
}
