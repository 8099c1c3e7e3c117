import { isObject, type Json } from "../../document/json.ts";
import type { Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import type { Facts } from "../facts.ts";
import { removals } from "../session-changes.ts";

/** Input that is queued for the next model call, and stands at the end of the session as well: it is stored without a look. */
export function findStagedCopy({ session: view }: Facts): Suspect[] {
  if (view === null || view.run.staged.length === 0) return [];
  // Where the copy is what the pending write stumbles over, it is all that is wrong.
  if (view.entry.error !== null && view.entry.outcome !== "changed") return [];
  const { staged } = view.run;
  const tail = view.items.slice(-staged.length);
  const same = tail.length === staged.length && tail.every(({ value }, index) => alike(value, staged[index]?.value));
  if (!same) return [];
  const start = view.items.length - staged.length;
  return [
    {
      id: "staged-input-stored",
      confidence: "certain",
      summary:
        "The input that waits for the next model call is at the end of the session already: the resume stores it a second time, in every release.",
      evidence: [
        ...staged.map((_, index) => at(`/pending_input/${index}`, "queued input, stored at the resume")),
        ...staged.map((_, index) => inSession(start + index, "the copy")),
      ],
      repairs: [
        {
          id: "drop-staged-copy",
          summary: "remove the copy from the session; pending_input stays",
          session: removals(staged.map((_, index) => start + index)),
          risk: "None that is known: the resume stores it, and the model gets it.",
          settles: view.entry.error !== null,
        },
      ],
      advice: ["Do not empty pending_input instead: the model would never see the input."],
    },
  ];
}

/** Role and content are what a person would call the same input; ids and a type of message do not matter. */
function alike(a: Json, b: Json | undefined): boolean {
  if (!isObject(a) || !isObject(b) || a.role === undefined) return false;
  return a.role === b.role && JSON.stringify(a.content) === JSON.stringify(b.content);
}
