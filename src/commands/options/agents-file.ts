import { readPackedText } from "../../document/files/small-file.ts";
import { parseDocument } from "../../document/parse.ts";
import { UsageError } from "../../errors.ts";
import type { Agents } from "../../outlook/program/agents.ts";
import { agentsFrom } from "../../outlook/program/agents-shape.ts";

/** Reads the file of `--agents`, `{"agents":[{"name", …}]}`; undefined without the option. Throws InputError when it cannot be read,
 * UsageError when it is something else. */
export async function readAgents(path: string | undefined): Promise<Agents | undefined> {
  if (path === undefined) return undefined;
  const read = parseDocument(await readPackedText(path, `the agents file ${path}`));
  if ("document" in read) return agentsFrom(path, read.document.value);
  const { line, column } = read.fault;
  throw new UsageError(`${path} is not valid JSON (line ${line}, column ${column})`);
}
