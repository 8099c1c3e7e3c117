import { expect, it } from "vitest";
import { ruleCommands } from "../../src/catalogues/rule-commands.ts";
import { runDocumented } from "../documented.ts";

it.each(Object.entries(ruleCommands))(
  "the commands of %s bring it about, and only the last tells it",
  (rule, commands) => {
    const before = runDocumented(commands.slice(0, -1).join("\n"));
    expect([before.code, (before.out + before.err).includes(rule)]).toEqual([0, false]);
    const { out, err } = runDocumented(commands.join("\n"));
    expect(out + err).toMatch(new RegExp(`  ${rule}(?:  |$)`, "m"));
  },
);
