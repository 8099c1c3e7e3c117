import { joinTables } from "../../join-tables.ts";
import type { RuleName } from "../../rules/index.ts";
import type { Sentences } from "../sentences.ts";
import { contextSentences } from "./context.ts";
import { corpusCatalogue } from "./corpus.ts";
import { envelopeSentences } from "./envelope.ts";
import { historySentences } from "./history.ts";
import { migrateSentences } from "./migrate.ts";
import { outlookSentences } from "./outlook.ts";
import { processedSentences } from "./processed.ts";
import { sandboxSentences } from "./sandbox.ts";
import { secretSentences } from "./secrets.ts";
import { stepSentences } from "./step.ts";

/** What every rule says, by its name. */
export const catalogue: Readonly<Record<RuleName, Sentences>> = joinTables(
  envelopeSentences,
  sandboxSentences,
  contextSentences,
  historySentences,
  processedSentences,
  stepSentences,
  outlookSentences,
  secretSentences,
  migrateSentences,
  corpusCatalogue,
);
