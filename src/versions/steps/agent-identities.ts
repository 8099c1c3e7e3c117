import { isObject, type Json, member, type Path } from "../../document/json.ts";
import { listAt, note, noteOnce, objectAt } from "./change.ts";
import { runItems } from "./run-items.ts";
import type { Change, Run } from "./step.ts";

/** 1.20 → 1.21: numbers of same-named agents with hooks could be given in another order. */
export function warnAgentIdentities(run: Run): Change[] {
  if (namesIdentity(objectAt(run.value, "current_agent"))) {
    return [note("agent-identity-order", [...run.base, "current_agent"])];
  }
  for (const key of ["generated_items", "session_items"]) {
    const index = listAt(run.value, key).findIndex((item) => isObject(item) && namesIdentity(member(item, "agent")));
    if (index >= 0) return [note("agent-identity-order", [...run.base, key, index, "agent"])];
  }
  const waiting = run.facts.approvals.find(({ data }) => namesIdentity(member(data, "agent")));
  return waiting === undefined ? [] : [note("agent-identity-order", [...waiting.path, "agent"])];
}

/** 1.7 → 1.6: 0.13.6 takes the first agent of that name. */
export function refuseAgentIdentities(run: Run): Change[] {
  const places: Path[] = namesIdentity(member(run.value, "current_agent")) ? [[...run.base, "current_agent"]] : [];
  for (const [item, path] of runItems(run)) {
    for (const key of ["agent", "source_agent", "target_agent"])
      if (namesIdentity(member(item, key))) places.push([...path, key]);
  }
  return noteOnce("agent-identity-below-1-7", places);
}

function namesIdentity(agent: Json | undefined): boolean {
  return isObject(agent) && Object.hasOwn(agent, "identity");
}
