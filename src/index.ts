// The library: what the command line is made of, as pure functions over plain data.
export type { Document, Place } from "./document/document.ts";
export type { Family } from "./document/family.ts";
export type { Json, JsonObject, Path } from "./document/json.ts";
export { parseDocument } from "./document/parse.ts";
export { pathOf, pointerOf } from "./document/pointer.ts";
export type { TextFault } from "./document/text-fault.ts";
export { describeFinding, type PrintedFinding } from "./findings/describe.ts";
export type { Finding } from "./findings/finding.ts";
export { type Judgement, type JudgeOptions, judge, judgeFault } from "./judge.ts";
export type { Agents } from "./outlook/agents.ts";
export type { Requirements } from "./outlook/requirements.ts";
export { findReader, newestReader, type Reader, releases } from "./readers/releases.ts";
export { type RuleName, rules } from "./rules/index.ts";
export type { Outlook, Severity } from "./rules/rule.ts";
