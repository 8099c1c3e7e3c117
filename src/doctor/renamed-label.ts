import { isObject, type Json, type JsonObject, listOf, member, type Path } from "../document/json.ts";
import { pointerOf } from "../document/pointer.ts";
import { valueAt } from "../document/value-at.ts";
import type { Draft, Evidence } from "./cause.ts";
import { at } from "./evidence.ts";
import type { Facts } from "./facts.ts";

/** Keys under which a label stands that lost its `$`: stores that take no key with it rename the key. */
const labelKeys = ["schemaVersion", "_schemaVersion", "schema_version", "$$schemaVersion", "＄schemaVersion"];

export function renamedLabel(value: Json): Evidence[] {
  return labelsIn(value, []).map((path) =>
    at(pointerOf(path), "the label seems to stand here: call the key $schemaVersion again"),
  );
}

/** The same key again, in the runs inside too: a reader drops those that have none. */
export function renameLabel({ document }: Facts): Draft[] {
  const labels = labelsIn(document.value, []);
  if (labels.length === 0) return [];
  return [
    {
      id: "rename-label",
      summary: "call the key of the label $schemaVersion again",
      edits: labels.flatMap((path) => [
        {
          edit: {
            op: "add",
            path: [...path.slice(0, -1), "$schemaVersion"],
            value: valueAt(document.value, path) ?? null,
          },
          reason: "the key that every release reads",
        },
        { edit: { op: "remove", path }, reason: "no release knows this key" },
      ]),
      risk: "What the store changed elsewhere stays so: look for other keys with $ or a dot. For the next run store the checkpoint as a text.",
    },
  ];
}

function labelsIn(run: Json | undefined, base: Path): Path[] {
  if (!isObject(run) || typeof member(run, "$schemaVersion") === "string") return [];
  const own = labelKeys.filter((key) => typeof member(run, key) === "string").slice(0, 1);
  return [...own.map((key) => [...base, key]), ...insideOf(run, base)];
}

function insideOf(run: JsonObject, base: Path): Path[] {
  const list = ["last_processed_response", "functions"];
  return listOf(valueAt(run, list)).flatMap((_, index) => {
    const path = [...list, index, "agent_run_state"];
    return labelsIn(valueAt(run, path), [...base, ...path]);
  });
}
