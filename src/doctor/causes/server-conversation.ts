import { serverKeysOf } from "../../outlook/server-conversation.ts";
import type { Draft, Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { errorMeans, type Facts, runOf } from "../facts.ts";
import { clearServerKeys } from "../repairs/spelling.ts";

/** A history that the service keeps, and a Session beside it. */
export function findServerConversation(facts: Facts): Suspect[] {
  const run = runOf(facts);
  if (run === null) return [];
  const keys = serverKeysOf(run.state);
  const unmeant = clearServerKeys(facts);
  if (unmeant.length > 0) return [emptiedServer(keys, unmeant)];
  const withSession = facts.session !== null || run.pendingWrite !== null;
  const asked = errorMeans(facts, "server-conversation");
  if (keys.length === 0 || !(withSession || asked)) return [];
  return [
    {
      id: "server-conversation",
      confidence: withSession ? "certain" : "likely",
      summary: "The server keeps the history of this run, and a Session beside it is refused before anything else.",
      evidence: keys.map((key) => at(`/${key}`, "the history of this run is kept by the server")),
      advice: [
        run.pendingWrite === null
          ? "Resume without the Session."
          : "The file also carries a write for a Session, which cannot settle any more: store its items by hand, and resume a copy without pending_session_write and without the Session.",
      ],
    },
  ];
}

/** A store wrote an empty text for null, or a flag as a text: to the SDK that is a conversation that the server keeps. */
function emptiedServer(keys: readonly string[], repairs: readonly Draft[]): Suspect {
  return {
    id: "server-conversation",
    confidence: "certain",
    summary:
      "The file names a conversation that the server keeps, by an empty id or the word false: the SDK refuses a Session beside it, and without one it sends only what is new, which the API does not know what to do with.",
    evidence: keys.map((key) => at(`/${key}`, "taken for a history that the server keeps")),
    repairs,
    advice: ["For the next run: store the checkpoint as a text, so that null and false stay what they are."],
  };
}

/** Output guardrails beside a conversation that the server keeps: the file shows the one, only the program the other. */
export function findServerGate(facts: Facts): Suspect[] {
  const run = runOf(facts);
  if (run === null || run.terminal || facts.agents !== null) return [];
  const [key] = serverKeysOf(run.state);
  if (key === undefined || !run.dialect.on["guardrails-beside-server-conversation"]) return [];
  return [
    {
      id: "guardrails-beside-server-conversation",
      confidence: "possible",
      summary:
        "The server keeps the history of this run: the resume is refused if the agent, or run_config, has output guardrails.",
      evidence: [at(`/${key}`, "the history of the run is the server's")],
      advice: [
        "Resume without output guardrails, or with a release up to 0.21.1. Give --agents FILE: it tells whether the agent has any.",
      ],
    },
  ];
}
