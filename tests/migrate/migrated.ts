import type { Json, JsonObject } from "../../src/document/json.ts";
import { type MigrateOptions, type Migration, migrate } from "../../src/migrate/migrate.ts";
import { documentOf, inputOf } from "./cases.ts";

export function run(value: Json, to: string, options: Partial<MigrateOptions> = {}): Migration {
  return migrate(documentOf(value), { to, ...options });
}

export const rulesOf = (migration: Migration) => migration.findings.map(({ rule }) => rule);
export const changesOf = ({ edits }: Migration) => edits.map(({ change }) => change.rule);
export const resultOf = (migration: Migration) => migration.result?.value as JsonObject;
export const contextOf = (state: JsonObject) => state.context as JsonObject;

/** The pause of 1.21 with two pending calls c2 and c3 of the function tool danger. */
export const paused = () => inputOf("down_1.18_s1_pending");

/** That pause, or a run between two turns, with a held Session write; `boundary`: it says where the response begins. */
export function held(step: "interruption" | "run_again", boundary: boolean): JsonObject {
  const state = paused();
  const items = [
    { type: "function_call", call_id: "c2", name: "danger", arguments: "{}" },
    { type: "function_call", call_id: "c3", name: "danger", arguments: "{}" },
  ];
  const write: JsonObject = { session_id: "s", items: items as Json, before: null, persisted_count: 2, held: true };
  if (boundary) write.current_response = { turn: 1, start: 0 };
  const next: JsonObject =
    step === "interruption" ? state : { ...state, current_step: { type: "next_step_run_again" } };
  return { ...next, pending_session_write: write };
}
