import { appendAll } from "../../append-all.ts";
import { isObject, type Json, member } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { mostNamed, named } from "../../named.ts";
import { namedAgent } from "../../outlook/program/agent-references.ts";
import { agentKeys } from "../../outlook/program/agents.ts";
import { nameOf, needsOf } from "../../outlook/program/needs.ts";
import type { RunReading } from "../../reading/reading.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";
import { runsIn } from "../../reading/run/nested-runs.ts";
import { queuedFunctions } from "../../reading/run/queued.ts";
import type { Evidence, Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { errorMeans, type Facts, runOf } from "../facts.ts";

/** Agents are known only to the program: without `--agents` the names are listed, to be compared. */
export function findAgents(facts: Facts): Suspect[] {
  const run = runOf(facts);
  if (run === null) return [];
  const { agents } = facts.judgement.requirements;
  const asked = errorMeans(facts, "agent-missing");
  if (agents.reduce((sum, { count }) => sum + count, 0) < 2 && !asked) return [];
  if (facts.agents !== null) {
    const known = facts.agents.agents.map(({ name }) => name);
    return facts.judgement.findings.some(({ rule }) => rule === "agent-not-defined") ? droppedRuns(run, known) : [];
  }
  const names = named(agents.map(({ name, count }) => (count > 1 ? `${name} (${count} of them)` : name)));
  return [
    {
      id: "agent-missing",
      confidence: "possible",
      summary: `The file needs these agents, under these names: ${names}. If one is missing or renamed, the reader refuses the file or drops what belongs to it.`,
      evidence: [...placesOfAgents(run), ...placesInHistory(run)],
      advice: [
        "Keep each name reachable from the agent that you pass to the reader; `--agents FILE` compares them.",
        "Or start a new run.",
      ],
    },
    ...droppedRuns(run, undefined),
  ];
}

function placesOfAgents(run: RunReading): Evidence[] {
  const found: Evidence[] = [];
  const add = (path: readonly (string | number)[], reference: Json | undefined, role: string) => {
    const name = isObject(reference) ? member(reference, "name") : reference;
    if (typeof name === "string")
      found.push(at(pointerOf(isObject(reference) ? [...path, "name"] : path), `${role}: ${name}`));
    if (isObject(reference) && typeof reference.identity === "string") {
      found.push(at(pointerOf([...path, "identity"]), `told apart from others of its name as ${reference.identity}`));
    }
  };
  add([...run.base, "current_agent"], run.state.current_agent, "the run is paused in");
  for (const { path, data } of waitingApprovals(run))
    add([...run.base, ...path, "agent"], data.agent, "the waiting call belongs to");
  for (const { nested } of queuedFunctions(run)) if (nested !== null) appendAll(found, placesOfAgents(nested));
  return found;
}

/** Agents that only the history names, each with its first place. */
function placesInHistory(run: RunReading): Evidence[] {
  return needsOf(run)
    .filter(({ what, path }) => what === "agent" && path.includes("generated_items"))
    .slice(0, mostNamed)
    .map(({ name, path }) => at(pointerOf(path), `an item of the history names: ${name}`));
}

/** A nested run whose agent is not found is dropped with its approvals, and nothing is said but a line in the log. */
function droppedRuns(run: RunReading, known: readonly string[] | undefined): Suspect[] {
  const [, ...inner] = runsIn(run);
  const keys = known === undefined ? undefined : agentKeys(known);
  const gone = inner.filter((nested) => keys?.has(namedAgent(nested.state.current_agent, nested)?.key ?? "") !== true);
  if (gone.length === 0) return [];
  const names = named([...new Set(gone.map((nested) => nameOf(nested.state.current_agent, nested)))]);
  return [
    {
      id: "nested-run-dropped",
      confidence: known === undefined ? "possible" : "certain",
      summary: `${known === undefined ? `If the program lacks one of ${names}, the` : `The program has no agent ${names}, so the`} nested run and its approvals are dropped on load with a warning only, and the resume fails with "already executed".`,
      evidence: gone
        .slice(0, mostNamed)
        .map((nested) =>
          at(
            pointerOf([...nested.base, "current_agent", ...(isObject(nested.state.current_agent) ? ["name"] : [])]),
            `the nested run is owned by ${nameOf(nested.state.current_agent, nested)}`,
          ),
        ),
      advice: [
        "Resume with an agent that still carries the old name.",
        "With strict_context the load is refused instead of dropping the run: use it to find out.",
      ],
    },
  ];
}
