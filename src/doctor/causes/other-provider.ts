import { isObject, type Json, type JsonObject } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { mostNamed } from "../../named.ts";
import { placeholderId } from "../../python/input-item.ts";
import { rawItems } from "../../reading/raw-items.ts";
import type { Evidence, Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { errorMeans, type Facts, stateOf } from "../facts.ts";

/** What the Responses API says an id of these must begin with. */
const beginnings: Readonly<Record<string, string>> = {
  message: "msg",
  function_call: "fc",
  reasoning: "rs",
  custom_tool_call: "ctc",
};
const longestId = 64;

/** Items that only the provider, organization or key that made them takes back. */
export function findOtherProvider(facts: Facts): Suspect[] {
  if (!errorMeans(facts, "history-of-another-provider")) return [];
  const evidence: Evidence[] = [];
  for (const { item, path } of rawItems(stateOf(facts), true))
    for (const [key, fact] of boundTo(item)) evidence.push(at(pointerOf([...path, key]), fact));
  for (const [index, { value }] of (facts.session?.items ?? []).entries())
    for (const [key, fact] of boundTo(value)) evidence.push({ ...inSession(index, fact), pointer: `/${index}/${key}` });
  if (evidence.length === 0) return [];
  return [
    {
      id: "history-of-another-provider",
      confidence: "likely",
      summary:
        "The history holds items that only their maker takes back: encrypted content belongs to one organization, and ids to one provider. Sent elsewhere the API refuses the request, and nothing in the checkpoint itself is wrong.",
      evidence: evidence.slice(0, mostNamed),
      advice: [
        "Resume with the provider, organization and key that the run began with.",
        "For a new run over this session elsewhere: take the reasoning items out, and the ids off the other items (not the call_id, which pairs a call with its output).",
      ],
    },
  ];
}

/** The members of an item that tie it to its maker. */
function boundTo(item: Json | undefined): [key: string, fact: string][] {
  if (!isObject(item)) return [];
  const found: [string, string][] = [];
  if (typeof item.encrypted_content === "string") found.push(["encrypted_content", "encrypted by who made it"]);
  for (const key of ["id", "call_id"]) {
    const fault = faultOf(item, key);
    if (fault !== null) found.push([key, fault]);
  }
  return found;
}

function faultOf(item: JsonObject, key: string): string | null {
  const id = item[key];
  // The SDK takes its own stand-in off before it sends an item.
  if (typeof id !== "string" || id === placeholderId) return null;
  if (id.length > longestId) return `longer than the ${longestId} characters that the Responses API takes`;
  const beginning = key === "id" && item.role !== "user" ? beginnings[String(item.type)] : undefined;
  return beginning === undefined || id.startsWith(beginning) ? null : `does not begin with ${beginning}`;
}
