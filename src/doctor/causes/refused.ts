import { foreignValueOf } from "../../document/foreign-value.ts";
import { isObject, member } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { describeFinding } from "../../findings/describe.ts";
import type { Finding } from "../../findings/finding.ts";
import { type Migration, migrate } from "../../migrate/migrate.ts";
import { compareVersions } from "../../readers/range.ts";
import { releases } from "../../readers/releases.ts";
import { isError, type RuleName } from "../../rules/index.ts";
import type { Draft, Suspect } from "../cause.ts";
import { at, explained, factOf } from "../evidence.ts";
import { type Facts, stateOf } from "../facts.ts";
import { editsOf } from "../lift.ts";
import { renamedLabel, renameLabel } from "../renamed-label.ts";
import { emptyContext } from "../repairs/context.ts";
import { undoEdits } from "../repairs/edited-calls.ts";
import { forgetFinished } from "../repairs/finished-calls.ts";
import { spellValues } from "../repairs/spelling.ts";
import type { CauseId } from "../symptoms.ts";
import { decisionsBelow } from "./lowered-label.ts";
import { findUnnamedCalls } from "./unnamed-calls.ts";

/** Why the reader refuses the document: its first error is the one that the SDK raises. The pending write has a file of its own. */
export function findRefused(facts: Facts): Suspect[] {
  const { judgement } = facts;
  if (judgement.verdict === "accepted") return [];
  const errors = judgement.findings.filter(isError);
  const [first, ...more] = errors;
  if (first === undefined || isAboutWrite(first.rule)) return [];
  // What the version was is a cause of its own.
  if (first.rule === "label-not-text" && first.args.meant !== "") return [];
  if (first.rule === "javascript-checkpoint") return [camelCased(facts) ?? javascript(facts, first)];
  if (first.rule === "label-too-new") return [tooNew(facts, first)];
  const unnamed = findUnnamedCalls(facts, errors);
  if (unnamed !== null) return [unnamed];
  const { message, fix } = describeFinding(first, null);
  const id: CauseId = judgement.family === null ? "not-a-checkpoint" : "refused-by-reader";
  const keys = first.rule === "not-a-checkpoint" ? (foreignValueOf(facts.document.value)?.keys ?? []) : [];
  return [
    {
      id,
      confidence: "certain",
      summary: `${facts.reader.release} refuses the document (${first.rule}): ${message}`,
      evidence: [
        explained(first),
        ...keys.map((key) => at(`/${key}`, "a key that tells what it is")),
        ...(first.rule === "label-missing" ? renamedLabel(facts.document.value) : []),
        ...more.map(factOf),
      ],
      repairs:
        id === "not-a-checkpoint"
          ? []
          : [
              ...(first.rule === "label-missing" ? renameLabel(facts) : []),
              ...forgetFinished(facts, errors),
              ...undoEdits(facts, errors),
              ...spellValues(facts),
              ...emptyContext(facts, errors),
            ],
      advice: [fix],
    },
  ];
}

/** The rules of the pending write, whatever their ending. */
export function isAboutWrite(rule: RuleName): boolean {
  return /^(?:pending-write|held|draft|compaction)-/.test(rule);
}

function javascript(facts: Facts, finding: Finding): Suspect {
  const { message, why, fix } = describeFinding(finding, null);
  const state = stateOf(facts);
  const foreign = ["currentAgent", "originalInput"].filter((key) => Object.hasOwn(state, key));
  return {
    id: "javascript-checkpoint",
    confidence: "certain",
    summary: `${message} ${facts.reader.release} is a release of the Python SDK.`,
    evidence: [
      ...foreign.map((key) => at(`/${key}`, "a key that only the JavaScript SDK writes")),
      at("/$schemaVersion", "labels of the JavaScript SDK are a series of their own: this is no Python version"),
    ],
    advice: [fix, why],
  };
}

/** Keys of Python's that the JavaScript SDK has no counterpart of, as a converter of keys spells them. */
const pythonKeys = [
  ...["sessionItems", "generatedSessionItemIndexes", "nestedHistoryOwnedSessionItemRefs"],
  ...["autoPreviousResponseId", "generatedPromptCacheKey", "terminalUnrecoverable"],
];

/** Looks like one of the JavaScript SDK, and is one of Python whose keys were rewritten. */
function camelCased(facts: Facts): Suspect | null {
  const keys = pythonKeys.filter((key) => Object.hasOwn(stateOf(facts), key));
  if (keys.length === 0) return null;
  return {
    id: "javascript-checkpoint",
    confidence: "likely",
    summary: `Its keys are spelled as in the JavaScript SDK, but that one has no ${keys.join(", ")}: it is a checkpoint of the Python SDK whose keys were rewritten in camelCase, and no release of either reads it.`,
    evidence: keys.map((key) => at(`/${key}`, "a key of the Python SDK alone, spelled otherwise")),
    advice: [
      "Switch the conversion of keys off where the checkpoint is stored or sent, and take the file as the program wrote it: store it as the text that to_string() gives.",
      "By hand: give every key its underscores back (current_agent, raw_item, call_id), but none inside arguments, outputs and the context of the program; then run doctor again.",
    ],
  };
}

/** A label that this release does not read: most often it was rolled back. */
function tooNew(facts: Facts, finding: Finding): Suspect {
  const { reader, document, judgement } = facts;
  const label = judgement.schemaVersion ?? "";
  const reading = releases.filter(({ reads }) => compareVersions(label, reads) <= 0).map(({ release }) => release);
  const first = reading[0];
  const down = migrate(document, { to: reader.writes });
  const losses = down.findings.map((loss) =>
    at(pointerOf(loss.path), `on the way down: ${describeFinding(loss, null).message}`),
  );
  return {
    id: "newer-than-reader",
    confidence: "certain",
    summary: `The file has the label ${label}, and ${reader.release} reads up to ${reader.reads}${first === undefined ? "" : `; ${first} is the first release that reads it`}.`,
    evidence: [at(pointerOf(finding.path), `label ${label}`), ...losses],
    repairs: downward(facts, down, losses.length === 0),
    advice: [
      first === undefined ? "No release known here reads this label." : `Resume it with ${first} or later.`,
      "Do not change the label alone: fields that an older reader does not know, decisions among them, vanish without an error.",
      ...(holdsWrite(facts)
        ? [
            "Its held write cannot go below 1.19. By hand: append its items to the session, remove the record, and carry the rest down; right only when the approved tool does not end the run.",
          ]
        : []),
      ...(down.status === "refused"
        ? [
            "Going down would lose what the evidence names, so it is refused: resume with the newer release until a pause is without it, or to the end of the run.",
          ]
        : []),
    ],
  };
}

/** The way down, when nothing unsafe is lost on it. */
function downward(facts: Facts, down: Migration, isWhole: boolean): Draft[] {
  const { reader } = facts;
  // The way down from a label that was lowered by hand would leave the decisions behind.
  if (down.status !== "migrated" || decisionsBelow(facts).length > 0) return [];
  return [
    {
      id: "migrate-down",
      summary: `carry it down to ${reader.writes}, the label that ${reader.release} writes (the same as \`runstate migrate --for-sdk ${reader.release}\`)`,
      edits: editsOf(down.edits),
      risk: isWhole ? "Nothing is lost." : "What the evidence names is lost; nothing runs that was rejected.",
    },
  ];
}

function holdsWrite(facts: Facts): boolean {
  const record = member(stateOf(facts), "pending_session_write");
  return isObject(record) && member(record, "held") === true;
}
