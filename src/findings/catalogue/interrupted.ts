import type { outlookRules } from "../../rules/outlook.ts";
import type { Sentences } from "../sentences.ts";
import { callAtStart } from "./wording.ts";

const storeOutput =
  "The tool has had its effect. Find out what it returned and put that as its output behind the other generated items (and session items), then resume: the tool does not run again. Or start a new run. Setting executed to false lets the resume run the tool a second time.";

/** What keeps an interrupted response from being taken up again. */
export const interruptedSentences = () =>
  ({
    "output-not-committed": {
      title: "A call has run, and its output is not in the file",
      message: (args) =>
        `${callAtStart(args)} is marked as run in the ledger, but none of the generated items is its output.`,
      why: "The tool failed or the process ended before the output was kept. Since 0.20.0, under labels from 1.15 on, every resume raises then, whatever was decided, so that no tool runs twice.",
      fix: storeOutput,
    },
    "inner-output-not-committed": {
      title: "A call of a nested run has run, and its output is not in the file",
      message: (args) =>
        `${callAtStart(args)} of a nested run is marked as run in the ledger, but none of its generated items is the output.`,
      why: "Since 0.20.0, under labels from 1.15 on, the nested run cannot go on then. The outer run does not see the error: it asks for the same approval again, for ever.",
      fix: "The tool has had its effect. Find out what it returned and put that as its output behind the generated items of the nested run, then resume; or start a new run. Setting executed to false runs the tool a second time.",
    },
  }) satisfies Partial<Readonly<Record<keyof typeof outlookRules, Sentences>>>;
