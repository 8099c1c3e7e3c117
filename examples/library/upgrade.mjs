// @ts-check
// Carries a stored checkpoint to the release that is deployed, and says what is lost; ends with 1 when it cannot be done.
//   node upgrade.mjs FILE RELEASE
import { readFileSync } from "node:fs";
import { migrate, validate } from "runstate";

const [file = "", release = "0.24.0"] = process.argv.slice(2);
const text = readFileSync(file, "utf8");

const before = validate(text, { sdk: release });
console.log(`${before.schemaVersion}: ${before.verdict}, resume ${before.resume ?? "–"} with ${release}`);

const done = migrate(text, { forSdk: release });
console.log(`${done.from} → ${done.to}: ${done.status}, ${done.edits.length} edits`);
for (const { path, reason, loss } of done.edits)
  console.log(`  ${path}: ${reason}${loss === "none" ? "" : ` (${loss})`}`);
for (const { rule, message } of done.findings) console.log(`  ${rule}: ${message}`);

if (done.text === null) process.exitCode = 1;
else {
  const after = validate(done.text, { sdk: release });
  console.log(`afterwards: ${after.verdict}, resume ${after.resume ?? "–"}`);
}
