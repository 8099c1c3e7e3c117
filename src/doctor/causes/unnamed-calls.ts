import { isObject, type Json, type JsonObject, listOf, member, type Path } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { valueAt } from "../../document/value-at.ts";
import type { Finding } from "../../findings/finding.ts";
import { mostNamed, named } from "../../named.ts";
import { idOfCall } from "../../python/calls.ts";
import { identityIfTaken, isSameInvocation } from "../../python/invocation.ts";
import { nonEmptyString } from "../../python/truth.ts";
import { nativeActions } from "../../reading/native-actions.ts";
import type { Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import type { Facts } from "../facts.ts";

/** An item of a native call that does not say which tool it is of. */
interface Unnamed {
  readonly id: string;
  readonly path: Path;
  /** The name with which the call is the ledger's. */
  readonly name: string;
}

const lists: readonly Path[] = [["generated_items"], ["session_items"], ["last_processed_response", "new_items"]];

/** Finished native calls that the ledger has under the names of their tools, which their items lack: a pause of 0.19.4 or older, resumed in 0.20.0
 * to 0.24.0, is saved so, and no reader loads it (`_validate_completed_tool_invocations`). The hash of the ledger proves the name. */
export function findUnnamedCalls(facts: Facts, errors: readonly Finding[]): Suspect | null {
  const unnamed: Unnamed[] = [];
  for (const error of errors) {
    // The first that has another reason ends the search.
    const items = unnamedItems(facts, error);
    if (items.length === 0) return null;
    unnamed.push(...items);
  }
  const ids = named([...new Set(unnamed.map(({ id }) => id))]);
  return {
    id: "native-call-without-name",
    confidence: "certain",
    summary: `${facts.reader.release} refuses the document: the ledger has ${ids} under the name of a tool, which the items of the run lack. Nothing else differs: with that name the hash is the ledger's.`,
    evidence: unnamed.slice(0, mostNamed).map(({ path, name }) => at(pointerOf(path), `no tool_name; ${name} fits`)),
    repairs: [
      {
        id: "name-the-calls",
        summary: `write into the items of ${ids} which tool they are of`,
        edits: unnamed.map(({ path, name }) => ({
          edit: { op: "add", path: [...path, "tool_name"], value: name },
          reason: `with ${name} the call has the hash that the ledger has of it`,
        })),
        risk: "None: it says what was run.",
      },
    ],
    advice: [
      "Nothing was changed by hand. A release up to 0.19.4 paused the run without the name, and the newer one that resumed it saved what it does not load itself. Other such pauses: migrate them before they are resumed (`runstate migrate`), then the name is there.",
    ],
  };
}

/** The items of the call that an error is about, with the name that they lack; none when that does not explain the error. */
function unnamedItems({ document, agents }: Facts, { rule, path }: Finding): Unnamed[] {
  if (rule !== "completed-call-mismatch") return [];
  const [base, id, entry] = [path.slice(0, -3), String(path.at(-1)), valueAt(document.value, path)];
  const run = valueAt(document.value, base);
  if (!isObject(run) || !isObject(entry)) return [];
  const calls = lists.flatMap((list) =>
    listOf(valueAt(run, list)).flatMap((item, index) => {
      const raw = isObject(item) && item.type === "tool_call_item" ? member(item, "raw_item") : undefined;
      if (!isObject(item) || !isObject(raw) || idOfCall(raw) !== id) return [];
      return [{ item, raw, path: [...base, ...list, index] }];
    }),
  );
  if (calls.length === 0 || calls.some(({ item, raw }) => toolOf(item, raw) !== undefined)) return [];
  const inProgram = agents?.agents.flatMap(({ tools = [] }) => tools) ?? [];
  const candidates = [...toolNames(entry.type), ...inProgram];
  const name = candidates.find((toolName) =>
    calls.every(({ raw, path: place }) => {
      const options = { toolName, place: { document, path: [...place, "raw_item"] } };
      const identity = identityIfTaken(raw, options);
      return identity !== null && isSameInvocation(identity, entry);
    }),
  );
  return name === undefined ? [] : calls.map((call) => ({ id, path: call.path, name }));
}

function toolOf(item: JsonObject, raw: JsonObject): string | undefined {
  return nonEmptyString(member(item, "tool_name")) ?? nonEmptyString(member(raw, "name"));
}

/** What the SDK calls its own tool for calls of this type. */
function toolNames(type: Json | undefined): readonly string[] {
  const native = nativeActions.find(({ tool }) => `${tool}_call` === type);
  return native === undefined ? [] : (native.names ?? [native.tool]);
}
