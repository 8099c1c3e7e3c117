import { inputWord, shellWord } from "../../shell-word.ts";
import type { CommonOptions } from "../command.ts";
import type { SessionOptions } from "./session.ts";

/** The command line that asks the doctor about what this run was given. */
export function doctorCommand(file: string | null, options: CommonOptions & SessionOptions): string {
  const words = ["runstate", "doctor", inputWord(file ?? "-")];
  const given = {
    session: options.session,
    "session-kind": options.sessionKind,
    "session-limit": options.sessionLimit,
    table: options.table,
    sdk: options.sdk,
    agents: options.agents,
    at: options.at,
  };
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) words.push(`--${name}`, shellWord(String(value)));
  return words.join(" ");
}
