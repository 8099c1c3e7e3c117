// What the comparison of migrations needs of the core, as one bundle.

export { parseDocument } from "../../src/document/parse.ts";
export { migrate } from "../../src/migrate/migrate.ts";
export { compareVersions } from "../../src/readers/range.ts";
export { findReader, pydantic, readerAtLeast } from "../../src/readers/releases.ts";
export { migrateRules } from "../../src/rules/migrate.ts";
