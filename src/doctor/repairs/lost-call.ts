import type { RunReading } from "../../reading/reading.ts";
import type { RawItem } from "../../session/raw-item.ts";
import type { Draft } from "../cause.ts";
import type { Facts } from "../facts.ts";
import { additions } from "../session-changes.ts";
import { lackedBy } from "../session-items.ts";
import { type Course, pairingAfter, pausedTurn, type SessionView, storedForm } from "../session-view.ts";
import { holdItems } from "./held-write.ts";

/** The paused response with what the run has of it, as far as the session lacks it. */
function missingTurn(view: SessionView): RawItem[] {
  return lackedBy(view.items, storedForm(view, pausedTurn(view)));
}

/** What 0.24.0 would have written at the pause. */
export function holdCall(facts: Facts, run: RunReading, view: SessionView, mends: readonly string[]): Draft | null {
  const held = holdItems(facts, run, view, missingTurn(view));
  return (
    held && {
      ...held,
      id: "hold-the-call",
      risk: "The first choice: it also holds when the approved tool ends the run. The file is then no longer read by releases before 0.24.0.",
      mends,
    }
  );
}

/** Right only when the run goes on after the tool: a final output stores the response once more. */
export function appendCall(view: SessionView, mends: readonly string[], courses: readonly Course[]): Draft | null {
  const items = missingTurn(view);
  if (items.length === 0) return null;
  const isClean = (course: Course) => {
    const { duplicates } = pairingAfter(view, course, [...view.items, ...items]);
    return !mends.some((id) => duplicates.includes(id));
  };
  const decisions = [...new Set(courses.map(({ decide }) => decide))];
  if (!decisions.every((decide) => courses.some((course) => course.decide === decide && isClean(course)))) return null;
  return {
    id: "append-the-call",
    summary: "append the paused response to the session by hand, then resume the file as it is",
    session: additions(view.items.length, items, view.items.length),
    risk: "Only when the approved tool does not end the run: a final output stores the call once more. The guardrails had no say about what is stored now.",
    settles: true,
    mends,
  };
}
