import { isObject } from "../document/json.ts";
import { kindOf } from "../findings/kind-of.ts";
import { sanitizeSandbox } from "../sandbox/sanitize.ts";
import { type Pass, report } from "./pass.ts";

/** `/sandbox` of the root run: checked and cleaned of mount credentials from 0.20.0, kept as it is from 0.14.0, ignored before. Nested
 * runs are not looked at (`RunState.from_json`). */
export function readSandbox(pass: Pass): void {
  const { sandbox } = pass.state;
  const { does } = pass.dialect;
  if (sandbox === undefined) return;
  if (!does.readsSandbox) report(pass, "sandbox-ignored", ["sandbox"]);
  else if (!does.cleansSandbox && !isObject(sandbox)) {
    if (sandbox !== null) report(pass, "sandbox-dropped", ["sandbox"], { found: kindOf(sandbox) });
  } else {
    const { faults, removals, marked } = sanitizeSandbox(sandbox);
    if (does.cleansSandbox) for (const { rule, path, args } of faults) report(pass, rule, ["sandbox", ...path], args);
    for (const { path, args } of removals) {
      const rule = does.cleansSandbox ? "sandbox-authority-removed" : "sandbox-authority-kept";
      if (does.cleansSandbox || args.emptied !== "") report(pass, rule, ["sandbox", ...path], args);
    }
    for (const path of marked) report(pass, "sandbox-needs-trusted-manifest", ["sandbox", ...path]);
  }
}
