import type { Standing } from "../judge.ts";
import type { Paint } from "./terminal/paint.ts";

export function verdictText({ verdict }: Standing, paint: Paint): string {
  return verdict === "rejected" ? paint.error(verdict) : paint.good(verdict);
}

/** What follows the verdict; nothing where the resume was not looked at. */
export function outlookText({ resume }: Standing, paint: Paint): string {
  if (resume === null) return "";
  const stroke = resume === "ok" ? paint.good : resume === "depends" ? paint.info : paint.resume;
  return `, resume: ${stroke(resume)}`;
}

/** Verdict and outlook in the words of every report. */
export function standingText(standing: Standing, paint: Paint): string {
  return verdictText(standing, paint) + outlookText(standing, paint);
}
