import { expectWork } from "../engine.ts";
import type { InputEntry } from "./inputs.ts";
import { type NdjsonLine, type NdjsonOptions, readNdjson } from "./ndjson.ts";
import { isPacked } from "./packed.ts";
import { openInput } from "./read-input.ts";
import { look } from "./walk.ts";

/** The lines of an input, and how much of it has been read. */
export interface MeteredLines {
  readonly lines: AsyncGenerator<NdjsonLine>;
  /** From 0 to 1; undefined when the length is not known (a pipe, a packed file). */
  fraction(): number | undefined;
}

export interface LineOptions extends NdjsonOptions {
  /** Called when all lines that were read are given out, before more is waited for. */
  readonly onPause?: (() => Promise<void> | undefined) | undefined;
}

export function openLines(entry: InputEntry, options: LineOptions = {}): MeteredLines {
  const found = look(entry.file);
  const size = "stats" in found && found.stats.isFile() && !isPacked(entry.file) ? found.stats.size : 0;
  let read = 0;
  async function* metered(): AsyncGenerator<Buffer> {
    for await (const chunk of await openInput(entry)) {
      read += chunk.length;
      await expectWork(chunk.length);
      yield chunk;
      await options.onPause?.();
    }
  }
  return {
    lines: readNdjson(metered(), options),
    fraction: () => (size === 0 ? undefined : Math.min(1, read / size)),
  };
}
