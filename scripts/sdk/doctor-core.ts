// What the live check of the doctor needs of the core, as one bundle.
export { changeSession, repaired } from "../../src/doctor/check.ts";
export { diagnose } from "../../src/doctor/diagnose.ts";
export { otherReaders } from "../../src/doctor/facts.ts";
export { viewSession } from "../../src/doctor/session-view.ts";
export { parseDocument } from "../../src/document/parse.ts";
export { judge } from "../../src/judge.ts";
export { findReader, pydantic } from "../../src/readers/releases.ts";
export { itemOf } from "../../src/session/raw-item.ts";
export { pairingOf } from "../../src/settle/items/pairing.ts";
