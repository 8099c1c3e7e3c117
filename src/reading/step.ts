import { isObject, type Json, type JsonObject, type Path } from "../document/json.ts";
import { pathToMember } from "../document/value-at.ts";
import { kindOf } from "../findings/kind-of.ts";
import { isFalsy, isTruthy } from "../python/truth.ts";
import { iterate } from "./iterate.ts";
import { type Pass, report } from "./pass.ts";
import { readApprovalItems } from "./processed/approval-item.ts";
import type { ApprovalReading, StepReading } from "./reading.ts";

/** `/current_step`: where the run stands. Unknown steps are forgotten without a word. */
export function readStep(pass: Pass): StepReading | null {
  const step = pass.state.current_step;
  if (isFalsy(step)) return null;
  if (!isObject(step)) {
    report(pass, "step-not-an-object", ["current_step"], { found: kindOf(step) });
    return null;
  }
  if (step.type === "next_step_interruption") return readInterruption(pass, step);
  if (step.type === "next_step_run_again" && pass.dialect.does.readsRunAgain) return { type: "next_step_run_again" };
  report(pass, "step-forgotten", pathToMember(step, ["current_step"], "type"), {
    runAgain: step.type === "next_step_run_again",
  });
  return null;
}

function readInterruption(pass: Pass, step: JsonObject): StepReading {
  const data = step.data === undefined ? {} : step.data;
  if (!isObject(data)) {
    report(pass, "step-data-not-an-object", ["current_step", "data"], { found: kindOf(data) });
    return { type: "next_step_interruption", approvals: [], responseAccepted: false };
  }
  const inData = data.interruptions !== undefined;
  const value = inData ? data.interruptions : step.interruptions;
  const path = inData ? ["current_step", "data", "interruptions"] : ["current_step", "interruptions"];
  const approvals = value === undefined ? [] : readWaiting(pass, value, path);
  for (const flag of ["response_accepted", "llm_end_hooks_started"]) {
    const flagValue = data[flag];
    if (flagValue === undefined || typeof flagValue === "boolean") continue;
    report(pass, "step-flag-not-a-boolean", ["current_step", "data", flag], { found: kindOf(flagValue) });
  }
  const responseAccepted = pass.dialect.does.readsResponseAccepted && isTruthy(data.response_accepted);
  return { type: "next_step_interruption", approvals, responseAccepted };
}

function readWaiting(pass: Pass, value: Json, path: Path): ApprovalReading[] {
  const entries = iterate(value);
  if (entries !== null) return readApprovalItems(pass, value, entries, path, "interruption-without-agent");
  report(pass, "interruptions-not-a-list", path, { found: kindOf(value) });
  return [];
}
