import type { Worker } from "node:worker_threads";
import type { Io } from "../../io.ts";
import { complain } from "../command.ts";
import type { Found } from "./checkpoints.ts";
import { type Crew, openCrew, startThreads } from "./crew.ts";

/** Where inputs are answered: here, and with `--jobs` on other threads as soon as that pays. Answers come in the order of the inputs. */
export interface Spread {
  /** Takes an input. What it gives has to be awaited before the next one. */
  take(found: Found, fraction: number | undefined): Promise<void> | undefined;
  /** Answers what it took, before the next input has to be waited for. */
  pause(): Promise<void> | undefined;
  end(): Promise<void>;
  close(): void;
}

export type Deliver<Reply> = (reply: Reply, fraction: number | undefined) => Promise<void> | undefined;

/** `command` names the bundle whose `serve` answers the question on other threads as `answer` does here. */
export interface Work<Question, Reply> {
  readonly command: string;
  readonly asked: Question;
  /** Several inputs are answered at once, which is faster (`judgeEach`); otherwise each is before the next one is taken. */
  readonly inRounds: boolean;
  answer(batch: readonly Found[]): Promise<readonly Reply[]>;
}

/** Units of text that are worked on here before threads are started: each has its own start and warm-up. Measured on two free processors with
 * checkpoints of 13 kB, `--jobs 2` against one: 0.95 times as fast at 16 MB, even at 20 to 25 MB, 1.2 at 32 MB, 1.4 at 64 MB, 1.5 at 100 MB. */
const breakEven = 8_000_000;

/** Units of text that are answered at once: half as many take as long with files of 14 kB, and a quarter some percent more; more of them cost memory. */
const atOnce = 400_000;

/** Inputs that are answered at once at most: by then a result has waited for ten milliseconds. */
const mostAtOnce = 32;

export function openSpread<Question, Reply>(
  { command, asked, inRounds, answer }: Work<Question, Reply>,
  jobs: number,
  io: Io,
  deliver: Deliver<Reply>,
): Spread {
  const threads: Worker[] = [];
  let crew: Crew | undefined;
  let seen = 0;
  /** Taken and not answered yet. */
  let batch: Found[] = [];
  let fractions: (number | undefined)[] = [];
  let units = 0;
  let isAsked = jobs === 1;

  /** Work goes on here until the threads say that they are there. */
  const start = async () => {
    isAsked = true;
    const unable = () => complain(io, "threads cannot be started here; going on with one");
    const started = await startThreads(command, jobs, asked, threads);
    if (started === undefined) unable();
    else
      started.ready.then(() => {
        crew = openCrew(threads, deliver);
      }, unable);
  };
  const answerBatch = async () => {
    const [inputs, places] = [batch, fractions];
    [batch, fractions, units] = [[], [], 0];
    const replies = await answer(inputs);
    for (let at = 0; at < inputs.length; at++) await deliver(replies[at] as Reply, places[at]);
    if (!isAsked && seen > breakEven) await start();
  };
  const pause = () => (batch.length === 0 ? undefined : answerBatch());
  return {
    take(found, fraction) {
      const length = "text" in found ? found.text.length : 0;
      seen += length;
      if (crew !== undefined && batch.length === 0) return crew.take(found, fraction);
      batch.push(found);
      fractions.push(fraction);
      units += length;
      return !inRounds || units >= atOnce || batch.length >= mostAtOnce ? answerBatch() : undefined;
    },
    pause,
    end: async () => {
      await pause();
      await crew?.end();
    },
    close() {
      for (const thread of threads) void thread.terminate();
    },
  };
}
