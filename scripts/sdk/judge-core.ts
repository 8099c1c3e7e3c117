// What the comparison of verdicts needs of the core, as one bundle.

export { parseDocument } from "../../src/document/parse.ts";
export { pointerOf } from "../../src/document/pointer.ts";
export { judge, judgeFault } from "../../src/judge.ts";
export { digestSessionItem } from "../../src/python/input-item.ts";
export { callIdentity } from "../../src/python/invocation.ts";
export { lookupKeyOfApproval } from "../../src/python/tool-identity.ts";
export { findReader, pydantic, representativeReaders } from "../../src/readers/releases.ts";
export { dialectOf } from "../../src/rules/dialect.ts";
export { rules } from "../../src/rules/index.ts";
