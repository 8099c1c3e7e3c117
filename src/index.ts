// The library: what the command line is made of, as pure functions over plain data. `validate`, `migrate`, `settle` and `inspect` take
// text and give typed results; the rest is for programs that want the parts.
export type { Document, Place } from "./document/document.ts";
export type { Family } from "./document/family.ts";
export type { Json, JsonObject, Path } from "./document/json.ts";
export { parseDocument } from "./document/parse.ts";
export { pathOf, pointerOf } from "./document/pointer.ts";
export type { TextFault } from "./document/text-fault.ts";
export { InputError, UsageError } from "./errors.ts";
export { describeFinding, type PrintedFinding } from "./findings/describe.ts";
export type { Finding } from "./findings/finding.ts";
export type { CheckpointFacts } from "./inspect/facts.ts";
export { type Judgement, type JudgeOptions, judge, judgeFault } from "./judge.ts";
export { inspect } from "./library/inspect.ts";
export {
  type ExplainedEdit,
  type MigrateResult,
  type MigrateSettings,
  type MigrateTarget,
  migrate,
} from "./library/migrate.ts";
export type { CheckpointText, ReaderOptions } from "./library/reading.ts";
export { type Settlement, type SettleSettings, settle } from "./library/settle.ts";
export { type ValidateOptions, type Validation, validate } from "./library/validate.ts";
export type { Agents } from "./outlook/program/agents.ts";
export type { Requirements } from "./outlook/program/requirements.ts";
export { findReader, newestReader, type Reader, releases } from "./readers/releases.ts";
export { type RuleName, rules } from "./rules/index.ts";
export type { Outlook, Severity } from "./rules/rule.ts";
