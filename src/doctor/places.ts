import { isObject, listOf, type Path } from "../document/json.ts";
import { pointerOf } from "../document/pointer.ts";
import { valueAt } from "../document/value-at.ts";
import type { Finding } from "../findings/finding.ts";
import { serverKeysOf } from "../outlook/server-conversation.ts";
import { agentName } from "../reading/agents.ts";
import { waitingApprovals } from "../reading/run/interruption.ts";
import { lastOutput } from "../reading/run/model-output.ts";
import type { Evidence } from "./cause.ts";
import { at } from "./evidence.ts";
import { type Facts, stateOf } from "./facts.ts";

/** Messages for the model that only a rejection has. */
export function messagesOf({ document }: Facts, findings: readonly Finding[]): Evidence[] {
  return findings.flatMap(({ path, args }) => {
    const place = [...path.slice(0, -1), "rejection_messages", String(args.id)];
    return valueAt(document.value, place) === undefined
      ? []
      : [at(pointerOf(place), `a rejection message stored for ${String(args.id)}: it proves what was meant`)];
  });
}

/** What tells agents of one name apart stands on the approvals. */
export function identitiesOf({ judgement }: Facts): Evidence[] {
  const { run } = judgement.reading ?? {};
  return (run === undefined ? [] : waitingApprovals(run)).flatMap(({ path, data }) =>
    isObject(data.agent) && data.agent.identity !== undefined
      ? [at(pointerOf([...path, "agent", "identity"]), "the waiting call belongs to this one of them")]
      : [],
  );
}

/** Whose decision it may be: the agents of the calls that wait, and the one the run is paused in. */
export function ownersOf(facts: Facts): Evidence[] {
  const { run } = facts.judgement.reading ?? {};
  if (run === undefined) return [];
  const single = facts.judgement.requirements.agents.length === 1;
  const fact = single
    ? "the only agent that the file names: an owner to propose, not a proof"
    : "an agent of the run: whose decision it was, the file does not say";
  const places = [["current_agent"], ...(single ? [] : waitingApprovals(run).map(({ path }) => [...path, "agent"]))];
  return places.flatMap((path) => {
    const reference = valueAt(run.state, path);
    return reference === undefined ? [] : [at(pointerOf(isObject(reference) ? [...path, "name"] : path), fact)];
  });
}

/** The names that the program has. */
export function agentsOf({ agents }: Facts): Evidence[] {
  if (agents === null) return [];
  return [
    { in: "agents", pointer: "/agents", fact: `the program has ${agents.agents.map(({ name }) => name).join(", ")}` },
  ];
}

/** What the program says of the agent that the run is paused in. */
export function agentOf({ agents, judgement }: Facts): Evidence[] {
  const reference = judgement.reading?.run.state.current_agent;
  const name = agentName(reference);
  const index = agents?.agents.findIndex((agent) => agent.name === name) ?? -1;
  return index < 0
    ? []
    : [{ in: "agents", pointer: `/agents/${index}`, fact: `${String(name)} as the program has it` }];
}

/** Where a call stands among the functions of the response that waits, at its own level. */
export function callPlaces({ document }: Facts, findings: readonly Finding[]): Evidence[] {
  const levels = new Map<string, { readonly place: Path; readonly ids: Set<unknown> }>();
  for (const { path, args } of findings) {
    const end = Math.max(path.lastIndexOf("context"), path.lastIndexOf("current_step"));
    const place = [...path.slice(0, end), "last_processed_response", "functions"];
    const level = levels.get(pointerOf(place)) ?? { place, ids: new Set() };
    level.ids.add(args.id);
    levels.set(pointerOf(place), level);
  }
  return [...levels.values()].flatMap(({ place, ids }) =>
    listOf(valueAt(document.value, place)).flatMap((entry, index) =>
      isObject(entry) && isObject(entry.tool_call) && ids.has(entry.tool_call.call_id)
        ? [at(pointerOf([...place, index, "tool_call"]), "the call, which the resume has before it")]
        : [],
    ),
  );
}

/** A response that was accepted and not worked through, and the calls in it. */
export function unprocessedResponse({ judgement }: Facts): Evidence[] {
  const run = judgement.reading?.run;
  const { path, items } = run === undefined ? { path: [], items: [] } : lastOutput(run);
  return [
    at("/last_processed_response", "null: the response was not worked through"),
    ...items.flatMap((item, index) =>
      isObject(item) && typeof item.call_id === "string"
        ? [at(pointerOf([...path, index]), `a call of that response: ${item.call_id}`)]
        : [],
    ),
  ];
}

/** What makes the history one that the server keeps. */
export function serverKeys(facts: Facts): Evidence[] {
  return serverKeysOf(stateOf(facts)).map((key) => at(`/${key}`, "the server keeps the conversation"));
}

/** How far each run came that has used its turns up. */
export function turnsOf({ document }: Facts, findings: readonly Finding[]): Evidence[] {
  return findings.flatMap(({ path }) => {
    const place = [...path.slice(0, -1), "current_turn"];
    const turn = valueAt(document.value, place);
    return typeof turn === "number" ? [at(pointerOf(place), `turn ${turn} is made`)] : [];
  });
}
