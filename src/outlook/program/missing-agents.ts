import type { Path } from "../../document/json.ts";
import type { RunReading } from "../../reading/reading.ts";
import { type NamedAgent, namedAgent, visitAgents } from "./agent-references.ts";
import { type Agents, agentKeys } from "./agents.ts";
import { reaches } from "./reach.ts";

interface Reference extends NamedAgent {
  readonly path: Path;
  /** In a nested run, whose agents are looked up from the agent of its tool. */
  readonly inside: boolean;
}

interface MissingAgent extends Reference {
  /** How many of its name the reader finds. */
  readonly found: number;
  /** The program has it, and nothing leads there. */
  readonly apart: boolean;
}

/** Agents that the reader does not find, each name with the first place that has it, how many of it the file needs and how many there are. The
 * reader is given the agent from which it finds the most. */
export function missingAgents(root: RunReading, agents: Agents): MissingAgent[] {
  const references = referencesIn(root);
  const keysOf = root.dialect.does.readsAgentIdentity ? agentKeys : (names: readonly string[]) => new Set(names);
  const all = keysOf(agents.agents.map(({ name }) => name));
  let best: { missing: Reference[]; names: readonly string[] } | undefined;
  for (const names of reaches(agents)) {
    const keys = keysOf(names);
    const missing = references.filter(({ key, inside }) => !(inside ? all : keys).has(key));
    if (best === undefined || lossOf(missing) < lossOf(best.missing)) best = { missing, names };
  }
  const { missing, names } = best ?? { missing: references, names: [] };
  const byName = new Map<string, Reference>();
  for (const reference of missing) {
    const known = byName.get(reference.name);
    if (known === undefined || known.count < reference.count)
      byName.set(reference.name, { ...reference, path: known?.path ?? reference.path });
  }
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...byName.values()].map((agent) => {
    return { ...agent, found: counts.get(agent.name) ?? 0, apart: all.has(agent.key) };
  });
}

/** Without the current agent the reader raises. */
function lossOf(missing: readonly Reference[]): number {
  const [first] = missing;
  return first?.path[0] === "current_agent" ? Number.POSITIVE_INFINITY : missing.length;
}

/** What the reader looks agents up by, each once for the run and once for those inside of it. */
function referencesIn(root: RunReading): readonly Reference[] {
  const seen = { outside: new Set<string>(), inside: new Set<string>() };
  const references: Reference[] = [];
  visitAgents(root, (reference, run, at) => {
    const needed = namedAgent(reference, run);
    const inside = run !== root;
    const known = inside ? seen.inside : seen.outside;
    if (needed === null || known.has(needed.key)) return;
    known.add(needed.key);
    references.push({ ...needed, path: at(), inside });
  });
  return references;
}
