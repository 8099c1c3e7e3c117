import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { type Asked, examine, findRepair, repairCheckpoint, type TestSession } from "./reports.ts";

/** A run that the SDK paused, what then happened to its file or session, and how releases resumed it (`live`). */
interface Incident {
  readonly name: string;
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

function causesOf(name: string, asked: Asked = {}) {
  const { checkpoint, session } = incidents.get(name) as Incident;
  return examine(checkpoint, session, asked);
}

it("forgets a finished call that a handoff's input filter took out: the writer's own release refuses the file", () => {
  const { checkpoint, live } = incidents.get("filtered-beside-a-handoff") as Incident;
  for (const sdk of ["0.22.3", "0.24.0"]) {
    expect(live[sdk]).toContain("completed tool invocation does not match");
    const causes = causesOf("filtered-beside-a-handoff", { sdk });
    expect(causes[0]).toMatchObject({ id: "refused-by-reader", confidence: "certain" });
    const mended = repairCheckpoint(checkpoint, findRepair(causes, "forget-finished-calls"));
    expect(Object.keys((mended.context as JsonObject).tool_invocations as JsonObject)).toEqual(["call_h", "call_a"]);
  }
});

it("forgets no finished call whose output alone was cut out of the file", () => {
  const [first] = causesOf("finished-output-cut");
  expect(first).toMatchObject({ id: "refused-by-reader", confidence: "certain", repairs: [] });
});
