import { existsSync } from "node:fs";
import { type LoadCommand, main } from "../../src/cli.ts";
import type { Output } from "../../src/io.ts";

/** What a run of the command line left behind. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function memorySink(columns: number): Output & { readonly text: () => string } {
  let text = "";
  return {
    isTty: false,
    columns,
    write(more) {
      text += more;
    },
    writeBytes(bytes) {
      text += Buffer.from(bytes).toString("latin1");
    },
    flush() {},
    status() {},
    text: () => text,
  };
}

const load: LoadCommand = async (module) => {
  const file = new URL(`../../src/commands/${module}.ts`, import.meta.url);
  return existsSync(file) ? (await import(file.href)).default : undefined;
};

/** Runs a command line in this process, from the sources. */
export function runCli(...argv: string[]): Promise<Ran> {
  return runCliIn(80, ...argv);
}

/** The same on a terminal of so many columns. */
export async function runCliIn(columns: number, ...argv: string[]): Promise<Ran> {
  const stdout = memorySink(columns);
  const stderr = memorySink(columns);
  const code = await main(argv, load, { stdout, stderr });
  return { code, out: stdout.text(), err: stderr.text() };
}
