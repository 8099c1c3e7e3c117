import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import type { Found } from "./checkpoints.ts";

/** Threads that work on batches of inputs. Answers come in the order of the inputs. */
export interface Crew {
  /** Takes an input. What it gives has to be awaited: there is no room for the next one before. Throws what `deliver` threw, or the bug of a
   * thread. */
  take(found: Found, fraction: number | undefined): Promise<void> | undefined;
  /** Waits for the answers that are missing. */
  end(): Promise<void>;
}

/** Units of text in a batch, ten milliseconds of work: smaller ones were measured slower, larger ones hold more memory. */
const batchUnits = 400_000;
/** What an input counts for beside its text. */
const inputUnits = 256;
/** Batches that are under way or wait for an earlier one, per thread. */
const batchesPerThread = 2;

interface Batch<Answer> {
  readonly inputs: Found[];
  readonly fractions: (number | undefined)[];
  units: number;
  answers?: readonly Answer[];
}

const emptyBatch = <Answer>(): Batch<Answer> => ({ inputs: [], fractions: [], units: 0 });

/** Starts threads that run `serve` of a command's bundle and adds them to `threads`. Gives when they are ready; undefined when there are
 * none to start because the program is no folder of files. */
export async function startThreads(
  command: string,
  count: number,
  plan: unknown,
  threads: Worker[],
): Promise<{ readonly ready: Promise<unknown> } | undefined> {
  const program = join(import.meta.dirname, "../../bin/worker.cjs");
  const bundle = join(import.meta.dirname, `${command}.cjs`);
  if (!existsSync(program) || !existsSync(bundle)) return undefined;
  const { Worker } = await import("node:worker_threads");
  try {
    for (let at = 0; at < count; at++) threads.push(new Worker(program, { workerData: { bundle, plan } }));
  } catch {
    return { ready: Promise.reject(new Error("no thread")) };
  }
  return { ready: Promise.all(threads.map(firstWord)) };
}

function firstWord(thread: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    thread.once("message", () => resolve());
    thread.on("error", reject);
  });
}

/** Sends a batch as soon as a thread has nothing to do, so that a slow input is answered at once, and a fast one in full batches. */
export function openCrew<Answer>(
  threads: readonly Worker[],
  deliver: (answer: Answer, fraction: number | undefined) => Promise<void> | undefined,
): Crew {
  const idle = [...threads];
  const work = new Map<Worker, Batch<Answer>>();
  /** Sent and not delivered, in order. */
  const under: Batch<Answer>[] = [];
  const most = threads.length * batchesPerThread;
  let next = emptyBatch<Answer>();
  let broken: { readonly error: unknown } | undefined;
  let isDelivering = false;
  let wake = () => {};

  const fail = (error: unknown) => {
    broken ??= { error };
    wake();
  };
  const send = () => {
    if (next.inputs.length === 0 || under.length >= most) return;
    const thread = idle.pop();
    if (thread === undefined) return;
    work.set(thread, next);
    under.push(next);
    thread.postMessage(next.inputs);
    next = emptyBatch();
    wake();
  };
  const deliverReady = async () => {
    if (isDelivering) return;
    isDelivering = true;
    for (let head = under[0]; head?.answers !== undefined && broken === undefined; head = under[0]) {
      for (const [at, answer] of head.answers.entries()) await deliver(answer, head.fractions[at]);
      under.shift();
      send();
      wake();
    }
    isDelivering = false;
  };
  const hear = (thread: Worker, answers: readonly Answer[]) => {
    const batch = work.get(thread);
    if (batch !== undefined) batch.answers = answers;
    idle.push(thread);
    send();
    deliverReady().catch(fail);
  };
  for (const thread of threads) {
    thread.on("message", (answers: readonly Answer[]) => hear(thread, answers));
    thread.on("error", fail);
  }
  const until = async (isDone: () => boolean) => {
    while (broken === undefined && !isDone()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (broken !== undefined) throw broken.error;
  };
  return {
    take(found, fraction) {
      next.inputs.push(found);
      next.fractions.push(fraction);
      next.units += inputUnits + ("text" in found ? found.text.length : 0);
      send();
      return next.units < batchUnits && broken === undefined ? undefined : until(() => next.units < batchUnits);
    },
    end: () => until(() => next.inputs.length === 0 && under.length === 0),
  };
}
