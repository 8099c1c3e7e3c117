import type { Finding } from "../../findings/finding.ts";
import type { Draft } from "../cause.ts";
import type { Facts } from "../facts.ts";

const more = 10;

/** Ten more turns than the run has made: as many as a new run gets by default. */
export function raiseLimit(_facts: Facts, { rule, path, args }: Finding): Draft[] {
  const value = Math.floor(Number(args.turn)) + more;
  return [
    {
      id: "raise-max-turns",
      summary: `max_turns: ${value}, ten more than the run has made`,
      edits: [{ edit: { op: "replace", path, value }, reason: "the resume keeps the limit of the file" }],
      risk: "The limit is there to stop a run that goes in circles: look at its last turns first.",
      cures: [rule],
    },
  ];
}
