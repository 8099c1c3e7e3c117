// What the comparison of migrations needs of the core, as one bundle.

export { parseDocument } from "../../src/document/parse.ts";
export { judge } from "../../src/judge.ts";
export { factsOf } from "../../src/migrate/facts-of.ts";
export { migrate } from "../../src/migrate/migrate.ts";
export { compareVersions } from "../../src/readers/range.ts";
export { findReader, pydantic, readerAtLeast, writerOf } from "../../src/readers/releases.ts";
export { migrateRules } from "../../src/rules/migrate.ts";
