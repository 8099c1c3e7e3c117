// What the fuzzer of edits asks: the editor of texts, the same edits on values, and migrations, which are made of them.

export { applyEdits } from "../../src/document/edits/apply-to-text.ts";
export { applyToValue } from "../../src/document/edits/apply-to-value.ts";
export { parseDocument } from "../../src/document/parse.ts";
export { pathOf, pointerOf } from "../../src/document/pointer.ts";
export { migrate } from "../../src/migrate/migrate.ts";
