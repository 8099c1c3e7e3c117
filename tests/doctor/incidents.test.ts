import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Confidence } from "../../src/doctor/cause.ts";
import type { CauseId } from "../../src/doctor/symptoms.ts";
import type { JsonObject } from "../../src/document/json.ts";
import { type Asked, examine, type TestSession } from "./reports.ts";

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

interface Expected {
  readonly what: string;
  readonly incident: string;
  readonly first: CauseId;
  readonly confidence: Confidence;
  /** Places that the first cause must show. */
  readonly places: readonly string[];
  readonly not?: CauseId;
  readonly asked?: Asked;
}

const waiting = "/current_step/data/interruptions/0/raw_item";

const expected: readonly Expected[] = [
  {
    what: "arguments edited where the call waits: approve() and reject() raise",
    incident: "args-edited-in-approval",
    first: "response-edited",
    confidence: "certain",
    places: [`checkpoint:${waiting}/arguments`, "checkpoint:/last_processed_response/functions/0/tool_call"],
  },
  {
    what: "a call id in both lists of one record: every release runs it",
    incident: "both-lists",
    first: "decided-both-ways",
    confidence: "certain",
    places: ["checkpoint:/context/approvals/refund/rejected/0"],
  },
  {
    what: "an id that an older pair of the session has too: the run was not resumed before",
    incident: "call-id-reused",
    first: "reused-call-id",
    confidence: "possible",
    places: ["session:/1", "session:/4"],
    not: "resumed-already",
  },
  {
    what: "a call that the pause stored, and that the session lost since",
    incident: "session-call-popped",
    first: "pause-lost-its-call",
    confidence: "likely",
    places: [`checkpoint:${waiting}/call_id`, "checkpoint:/current_turn_persisted_item_count"],
  },
];

describe("an incident, as a live run shows it", () => {
  it.each(expected)("$what", ({ incident, first, confidence, places, not, asked }) => {
    const { checkpoint, session } = incidents.get(incident) as Incident;
    const causes = examine(checkpoint, session, asked);
    expect(causes[0]).toMatchObject({ id: first, confidence });
    const shown = causes[0]?.evidence.map((one) => `${one.in}:${one.pointer}`);
    for (const place of places) expect(shown).toContain(place);
    expect(causes.map(({ id }) => id)).not.toContain(not);
  });
});
