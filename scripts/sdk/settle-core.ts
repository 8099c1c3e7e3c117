// What the comparison with the SDK needs of the core, as one bundle.
export { parseDocument } from "../../src/document/parse.ts";
export { judge } from "../../src/judge.ts";
export { findReader, pydantic } from "../../src/readers/releases.ts";
export { settleJson } from "../../src/report/settle/json.ts";
export { itemsAt } from "../../src/session/raw-item.ts";
export { settleRunOf } from "../../src/settle/run/from-run.ts";
export { settle } from "../../src/settle/simulate.ts";
