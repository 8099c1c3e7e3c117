import type { Named } from "../../document/checkpoint.ts";
import { stdinName } from "../../document/files/inputs.ts";
import { Interrupted } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { plural } from "../../plural.ts";
import { openProgress } from "../../report/terminal/progress.ts";
import { linesOf } from "../../shell-word.ts";

/** A run over many checkpoints: its progress, results that come out while it goes on, and Ctrl-C between two of them. */
export interface Pace {
  /** One more is done, that at `place`. What it gives has to be awaited; it throws Interrupted after Ctrl-C or SIGTERM. `fraction`: of the whole, when known. */
  step(place: Named, fraction?: number): Promise<void> | undefined;
  end(): void;
}

/** Work on files is synchronous: without a pause now and then no signal would be heard. Before the first one, a signal ends the process
 * as it always does. */
const breathMilliseconds = 50;
/** Ctrl-C, and what a supervisor or `timeout` sends. */
const endings = ["SIGINT", "SIGTERM"] as const;
/** Results wait that long for others to be written with, also while the next input is waited for. */
const lingerMilliseconds = 20;

/** Writes out what is buffered, a moment after it was asked to. */
function openFlusher({ stdout, stderr }: Io) {
  let timer: NodeJS.Timeout | undefined;
  let failure: unknown;
  const flush = () => {
    timer = undefined;
    try {
      stdout.flush();
      stderr.flush();
    } catch (error) {
      failure = error;
    }
  };
  return {
    soon() {
      // What a timer throws would end the process as a bug does.
      if (failure !== undefined) throw failure;
      timer ??= setTimeout(flush, lingerMilliseconds).unref();
    },
    end: () => clearTimeout(timer),
  };
}

/** `goOn` says how a run that was interrupted behind a place is taken up again. */
export function openPace(io: Io, goOn: (place: Named) => string): Pace {
  const progress = openProgress(io);
  const flusher = openFlusher(io);
  let count = 0;
  let next = Date.now() + breathMilliseconds;
  let listening = false;
  let interrupted = false;
  const hear = () => {
    interrupted = true;
  };
  const end = () => {
    progress.end();
    flusher.end();
    for (const signal of endings) process.removeListener(signal, hear);
  };
  const breathe = async (place: Named): Promise<void> => {
    // Once: the second Ctrl-C ends it at once.
    if (!listening) for (const signal of endings) process.once(signal, hear);
    listening = true;
    await new Promise((resolve) => setImmediate(resolve));
    next = Date.now() + breathMilliseconds;
    if (!interrupted) return;
    end();
    throw new Interrupted(`interrupted after ${plural(count, "checkpoint")}. ${goOn(place)}`);
  };
  return {
    step(place, fraction) {
      count++;
      progress.step(fraction);
      if (fraction === 1) return undefined; // the last one: all is written at once, and Ctrl-C comes too late
      flusher.soon();
      const now = Date.now();
      // A clock that was put back must not keep us from breathing.
      return now < next && now >= next - breathMilliseconds ? undefined : breathe(place);
    },
    end,
  };
}

/** How a run over these inputs is taken up behind a place; `again` names the command. */
export function goOnBehind({ file, line }: Named, again: string, inputs: readonly string[]): string {
  if (line === null) return `The last one was ${file}; those before it are done too.`;
  const from = line + 1;
  const more = inputs.length > 1 || (inputs[0] ?? stdinName) !== file ? " and then with the inputs behind it" : "";
  if (file === stdinName) {
    return `Everything up to line ${line} of standard input is done; go on by giving it from line ${from} on (tail -n +${from}) to: ${again}${more}`;
  }
  return `Everything up to line ${line} of ${file} is done; go on with: ${linesOf(file, `tail -n +${from}`)} | ${again}${more}`;
}
