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

/** What the threads of a crew are at. */
interface Shift<Answer> {
  readonly idle: Worker[];
  readonly work: Map<Worker, Batch<Answer>>;
  /** Sent and not delivered, in order. */
  readonly under: Batch<Answer>[];
  /** As many may be. */
  readonly most: number;
  readonly deliver: (answer: Answer, fraction: number | undefined) => Promise<void> | undefined;
  /** Not sent yet. */
  next: Batch<Answer>;
  broken: { readonly error: unknown } | undefined;
  isDelivering: boolean;
  /** Lets who waits look again. */
  wake: () => void;
}

/** Sends a batch as soon as a thread has nothing to do, so that a slow input is answered at once, and a fast one in full batches. */
export function openCrew<Answer>(threads: readonly Worker[], deliver: Shift<Answer>["deliver"]): Crew {
  const shift: Shift<Answer> = {
    idle: [...threads],
    work: new Map(),
    under: [],
    most: threads.length * batchesPerThread,
    deliver,
    next: emptyBatch(),
    broken: undefined,
    isDelivering: false,
    wake: () => {},
  };
  for (const thread of threads) {
    thread.on("message", (answers: readonly Answer[]) => hear(shift, thread, answers));
    thread.on("error", (error) => fail(shift, error));
  }
  const hasRoom = () => shift.next.units < batchUnits;
  return {
    take(found, fraction) {
      const { next } = shift;
      next.inputs.push(found);
      next.fractions.push(fraction);
      next.units += inputUnits + ("text" in found ? found.text.length : 0);
      send(shift);
      return hasRoom() && shift.broken === undefined ? undefined : until(shift, hasRoom);
    },
    end: () => until(shift, () => shift.next.inputs.length === 0 && shift.under.length === 0),
  };
}

function send<Answer>(shift: Shift<Answer>): void {
  const { idle, work, under, most, next } = shift;
  if (next.inputs.length === 0 || under.length >= most) return;
  const thread = idle.pop();
  if (thread === undefined) return;
  work.set(thread, next);
  under.push(next);
  thread.postMessage(next.inputs);
  shift.next = emptyBatch();
  shift.wake();
}

function hear<Answer>(shift: Shift<Answer>, thread: Worker, answers: readonly Answer[]): void {
  const batch = shift.work.get(thread);
  if (batch !== undefined) batch.answers = answers;
  shift.idle.push(thread);
  send(shift);
  deliverReady(shift).catch((error: unknown) => fail(shift, error));
}

async function deliverReady<Answer>(shift: Shift<Answer>): Promise<void> {
  const { under, deliver } = shift;
  if (shift.isDelivering) return;
  shift.isDelivering = true;
  for (let head = under[0]; head?.answers !== undefined && shift.broken === undefined; head = under[0]) {
    for (const [at, answer] of head.answers.entries()) await deliver(answer, head.fractions[at]);
    under.shift();
    send(shift);
    shift.wake();
  }
  shift.isDelivering = false;
}

function fail<Answer>(shift: Shift<Answer>, error: unknown): void {
  shift.broken ??= { error };
  shift.wake();
}

async function until<Answer>(shift: Shift<Answer>, isDone: () => boolean): Promise<void> {
  while (shift.broken === undefined && !isDone()) {
    await new Promise<void>((resolve) => {
      shift.wake = resolve;
    });
  }
  if (shift.broken !== undefined) throw shift.broken.error;
}
